import { Radio, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import type { PersonDetail, PersonKind } from '../../../../../src/panel/persons/schema.ts';
import { call } from '../../api/call.ts';
import { useMay, useMe } from '../../session/session.ts';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { AddressInputs } from '../../ui/forms/address-fields.tsx';
import { ADDRESS_FAULTS, addressValues } from '../../ui/forms/address-values.ts';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { missing } from '../../ui/forms/missing.ts';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { type Fields, useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, Folded, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { PERSON_KIND, personTitle } from './person-words.ts';

const FIELDS = ['document', 'name', 'tradeName', 'email', 'phone', 'phone1', ...ADDRESS_FAULTS];

export function NewPersonScreen() {
  return <PersonForm person={undefined} />;
}

export function EditPersonScreen() {
  const { id } = useParams({ from: '/inside/pessoas/$id/editar' });
  const person = useQuery({
    queryKey: ['person', id],
    queryFn: ({ signal }) => call('GET /persons/:id', { path: { id }, signal }),
    refetchOnWindowFocus: false,
  });
  if (person.error) return <ErrorNotice error={person.error} onRetry={() => person.refetch()} />;
  if (!person.data) return <Loading />;
  return <PersonForm key={person.data.id} person={person.data} />;
}

function PersonForm({ person }: { readonly person: PersonDetail | undefined }) {
  const me = useMe();
  const isPlatform = me.person.kind === 'operator';
  const isAdmin = me.user.role === 'platform_admin';
  const mayWrite = useMay('persons.write') && (isAdmin || person?.kind !== 'operator');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFields(valuesOf(person));
  const save = useMutation({
    mutationFn: () => {
      const { kind, ...body } = form.values;
      return person
        ? call('PATCH /persons/:id', { path: { id: person.id }, body })
        : call('POST /persons', { body: isPlatform ? { ...body, kind } : body });
    },
    onSuccess: async (saved) => {
      client.setQueryData(['person', String(saved.id)], saved);
      await client.invalidateQueries({ queryKey: ['persons'] });
      say(person ? 'Salvo.' : 'Cadastro feito.');
      await navigate({ to: '/pessoas/$id', params: { id: String(saved.id) } });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values: form.values,
    fields: FIELDS,
    missing: {
      document: missing.document(form.values.document),
      name: missing.text(form.values.name, 'Informe o nome.'),
      email: missing.email(form.values.email),
    },
    save,
  });
  return (
    <FormScreen
      title={person ? personTitle(person) : isPlatform ? 'Nova pessoa' : 'Nova loja'}
      back={{ to: '/pessoas', label: isPlatform ? 'Pessoas' : 'Lojas' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
      verb={person ? 'Salvar' : 'Cadastrar'}
    >
      <Sheet>
        <Profile form={form} faultOf={faultOf} />
        {!person && isPlatform && (
          <KindChoice
            kind={form.values.kind}
            withOperators={isAdmin}
            onChange={(kind) => form.set('kind', kind)}
          />
        )}
        <Folded title="Endereço">
          <AddressInputs
            address={form.values.address}
            onChange={(address) => form.set('address', address)}
            faultOf={faultOf}
          />
        </Folded>
      </Sheet>
    </FormScreen>
  );
}

function valuesOf(person: PersonDetail | undefined) {
  return {
    document: person?.document ?? '',
    name: person?.name ?? '',
    tradeName: person?.tradeName ?? '',
    email: person?.email ?? '',
    phone: person?.phone ?? '',
    kind: 'seller' as PersonKind,
    address: addressValues(person?.address),
  };
}

function Profile({
  form,
  faultOf,
}: {
  readonly form: Fields<ReturnType<typeof valuesOf>>;
  readonly faultOf: FaultOf;
}) {
  return (
    <Section title="Quem é">
      <FieldGrid>
        <TextInput
          label="CPF ou CNPJ"
          required
          autoComplete="off"
          maxLength={30}
          {...form.text('document')}
          error={faultOf('document')}
        />
        <TextInput
          label="Nome ou razão social"
          required
          maxLength={255}
          {...form.text('name')}
          error={faultOf('name')}
        />
        <TextInput
          label="Nome fantasia"
          description="Como o comprador a conhece"
          maxLength={255}
          {...form.text('tradeName')}
          error={faultOf('tradeName')}
        />
        <TextInput
          label="E-mail"
          type="email"
          maxLength={255}
          {...form.text('email')}
          error={faultOf('email')}
        />
        <TextInput
          label="Telefone"
          type="tel"
          maxLength={255}
          {...form.text('phone')}
          error={faultOf('phone') ?? faultOf('phone1')}
        />
      </FieldGrid>
    </Section>
  );
}

function KindChoice(props: {
  readonly kind: PersonKind;
  readonly withOperators: boolean;
  readonly onChange: (kind: PersonKind) => void;
}) {
  return (
    <Section title="Papel">
      <Radio.Group
        aria-label="Papel"
        value={props.kind}
        onChange={(kind) => props.onChange(kind as PersonKind)}
      >
        <FieldGrid>
          <Radio value="seller" label={PERSON_KIND.seller} description="Vende e recebe" />
          <Radio
            value="integrator"
            label={PERSON_KIND.integrator}
            description="Cadastra lojas e age por elas"
          />
          {props.withOperators && (
            <Radio
              value="operator"
              label={PERSON_KIND.operator}
              description="Opera esta instalação inteira"
            />
          )}
        </FieldGrid>
      </Radio.Group>
    </Section>
  );
}
