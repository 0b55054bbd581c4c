import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ClientDetail } from '../../../../../src/panel/clients/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import { AddressInputs } from '../../ui/forms/address-fields.tsx';
import { ADDRESS_FAULTS, addressValues } from '../../ui/forms/address-values.ts';
import { missing } from '../../ui/forms/missing.ts';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, Folded, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import styles from './clients.module.css';

const FIELDS = ['document', 'name', 'email', 'phone', 'reference', ...ADDRESS_FAULTS];

/** The client's identity and address. */
export function ClientForm({ client: record }: { readonly client: ClientDetail | undefined }) {
  const mayWrite = useMay('clients.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFields({
    document: record?.document ?? '',
    name: record?.name ?? '',
    email: record?.email ?? '',
    phone: record?.phone ?? '',
    reference: record?.reference ?? '',
    address: addressValues(record?.address),
  });
  const save = useMutation({
    mutationFn: () => {
      const body = form.values;
      return record
        ? call('PATCH /clients/:id', { path: { id: record.id }, body })
        : call('POST /clients', { body });
    },
    onSuccess: async (saved) => {
      client.setQueryData(['client', String(saved.id)], saved);
      await client.invalidateQueries({ queryKey: ['clients'] });
      say('Salvo.');
      await navigate({ to: '/clientes' });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values: form.values,
    fields: FIELDS,
    missing: { document: missing.document(form.values.document), email: missing.email(form.values.email) },
    save,
  });
  return (
    <FormScreen
      title={record ? (record.name ?? record.document) : 'Novo cliente'}
      back={{ to: '/clientes', label: 'Clientes' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
    >
      <Sheet>
        <Section title="Quem é">
          <FieldGrid>
            <TextInput
              label="Nome ou razão social"
              maxLength={255}
              {...form.text('name')}
              error={faultOf('name')}
            />
            <TextInput
              label="CPF ou CNPJ"
              required
              autoComplete="off"
              maxLength={30}
              {...form.text('document')}
              error={faultOf('document')}
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
              error={faultOf('phone')}
            />
            <TextInput
              label="Referência"
              description="O código dele no seu sistema"
              maxLength={255}
              {...form.text('reference')}
              error={faultOf('reference')}
            />
          </FieldGrid>
          {record && <OfClient client={record} />}
        </Section>
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

/** What the client bought, and what can be charged. */
function OfClient({ client: { id, document, archived } }: { readonly client: ClientDetail }) {
  const mayWrite = useMay('clients.write');
  return (
    <p className={styles.sales}>
      {mayWrite && !archived && (
        <Link to="/recorrencias/nova" search={{ cliente: id }}>
          Nova cobrança no cartão
        </Link>
      )}
      <Link to="/vendas" search={{ search: document.replace(/[./-]/g, '') }}>
        Ver as vendas deste cliente
      </Link>
      <Link to="/recorrencias" search={{ cliente: id }}>
        Ver as recorrências deste cliente
      </Link>
    </p>
  );
}
