import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PhysicalTerminalRow, TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { say } from '../../ui/feedback/said.tsx';
import type { FaultOf } from '../../ui/forms/field-faults.ts';
import { missing } from '../../ui/forms/missing.ts';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { type Fields, useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, Folded, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { SETTING_GROUPS, type SwitchName, WAITS_FOR_PAD } from './setting-groups.ts';

const FIELDS = ['name', 'installationId', 'physicalTerminalId'];
const ALL_OFF = Object.fromEntries(
  [...SETTING_GROUPS.flatMap(({ switches }) => switches), WAITS_FOR_PAD].map(({ name }) => [name, false]),
) as Record<SwitchName, boolean>;

function valuesOf(terminal: TerminalRow | undefined) {
  const { settings, physical, name } = terminal ?? {};
  return {
    name: name ?? '',
    physicalTerminalId: String(physical?.id ?? ''),
    installationId: physical?.installationId ?? '',
    ...ALL_OFF,
    ...(settings ?? { sellsByValue: true }),
    tefIdentifier: settings?.tefIdentifier ?? '',
    trackingInterval: settings?.trackingInterval ?? '',
    installmentKind: (settings?.installmentKind ?? 'loja') as string,
  };
}

/** Name, physical terminal and the eighteen settings. */
export function TerminalForm(props: {
  readonly terminal: TerminalRow | undefined;
  readonly physical: readonly PhysicalTerminalRow[];
}) {
  const { terminal, physical } = props;
  const mayWrite = useMay('terminals.write');
  const navigate = useNavigate();
  const client = useQueryClient();
  const form = useFields(valuesOf(terminal));
  const save = useMutation({
    mutationFn: () => {
      const body = bodyOf(form.values);
      return terminal
        ? call('PATCH /terminals/:id', { path: { id: terminal.id }, body })
        : call('POST /terminals', { body });
    },
    onSuccess: async (saved) => {
      client.setQueryData(['terminal', String(saved.id)], saved);
      client.invalidateQueries({ queryKey: ['physical-terminals'] });
      await client.invalidateQueries({ queryKey: ['terminals'] });
      say('Salvo.');
      await navigate({ to: '/terminais' });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values: form.values,
    fields: FIELDS,
    missing: { name: missing.text(form.values.name, 'Informe o nome.') },
    save,
  });
  return (
    <FormScreen
      title={terminal ? terminal.name : 'Novo terminal'}
      back={{ to: '/terminais', label: 'Terminais' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
    >
      <Sheet>
        <Section title="O terminal">
          <TextInput
            label="Nome"
            description="Aparece no Caixa, no comprovante e no programa da maquininha"
            required
            maxLength={255}
            {...form.text('name')}
            error={faultOf('name')}
          />
        </Section>
        {SETTING_GROUPS.map(({ title, switches }) => (
          <Section key={title} title={title}>
            <FieldGrid>
              {switches.map(({ name, label, hint }) => (
                <Switch key={name} label={label} description={hint} {...form.flag(name)} />
              ))}
            </FieldGrid>
          </Section>
        ))}
        <Folded title="Maquininha e computador">
          <Equipment form={form} physical={physical} isNew={!terminal} faultOf={faultOf} />
        </Folded>
      </Sheet>
    </FormScreen>
  );
}

function Equipment(props: {
  readonly form: Fields<ReturnType<typeof valuesOf>>;
  readonly physical: readonly PhysicalTerminalRow[];
  readonly isNew: boolean;
  readonly faultOf: FaultOf;
}) {
  const { form, physical, faultOf } = props;
  const choose = (id: string) => {
    form.set('physicalTerminalId', id);
    form.set('installationId', physical.find((one) => String(one.id) === id)?.installationId ?? '');
  };
  const { name, label, hint } = WAITS_FOR_PAD;
  return (
    <FieldGrid>
      <NativeSelect
        label="Computador ou maquininha"
        description="Onde o programa da maquininha está instalado"
        data={[
          ...(props.isNew ? [{ value: '', label: 'Criar um novo com este nome' }] : []),
          ...physical.map((one) => ({ value: String(one.id), label: `${one.name} (nº ${one.id})` })),
        ]}
        value={form.values.physicalTerminalId}
        onChange={(event) => choose(event.currentTarget.value)}
        error={faultOf('physicalTerminalId')}
      />
      <TextInput
        label="Código da instalação"
        description="Do programa da maquininha; em branco, se não tem"
        maxLength={255}
        {...form.text('installationId')}
        error={faultOf('installationId')}
      />
      <Switch label={label} description={hint} {...form.flag(name)} />
      <NativeSelect
        label="Juros do parcelado"
        description="Se a venda não diz"
        data={[
          { value: 'loja', label: 'Sem juros, pela loja' },
          { value: 'admin', label: 'Com juros, pela administradora do cartão' },
        ]}
        {...form.text('installmentKind')}
      />
      <TextInput
        label="Código da loja no TEF"
        description="Só se a empresa da maquininha deu um"
        maxLength={255}
        {...form.text('tefIdentifier')}
      />
      <TextInput
        label="Rastrear a cada, em minutos"
        description="Em branco: não rastreia"
        maxLength={255}
        {...form.text('trackingInterval')}
      />
    </FieldGrid>
  );
}

function bodyOf(values: ReturnType<typeof valuesOf>) {
  const { name, physicalTerminalId, installationId, ...settings } = values;
  return {
    name,
    ...(physicalTerminalId === '' ? {} : { physicalTerminalId: Number(physicalTerminalId) }),
    installationId,
    settings: {
      ...settings,
      installmentKind: settings.installmentKind === 'admin' ? ('admin' as const) : ('loja' as const),
    },
  };
}
