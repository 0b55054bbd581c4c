import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PhysicalTerminalRow, TerminalRow } from '../../../../../src/panel/terminals/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { fieldFaults, generalFault } from '../../ui/forms/field-faults.ts';
import { type Fields, useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { SETTING_GROUPS, type SwitchName } from './setting-groups.ts';

const FIELDS = ['name', 'installationId', 'physicalTerminalId'];
const ALL_OFF = Object.fromEntries(
  SETTING_GROUPS.flatMap(({ switches }) => switches.map(([name]) => [name, false])),
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
      await navigate({ to: '/terminais' });
    },
  });
  const faultOf = fieldFaults(save.error);
  const choosePhysical = (id: string) => {
    form.set('physicalTerminalId', id);
    form.set('installationId', physical.find((one) => String(one.id) === id)?.installationId ?? '');
  };
  return (
    <FormScreen
      title={terminal ? terminal.name : 'Novo terminal'}
      back={{ to: '/terminais', label: 'Terminais' }}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={generalFault(save.error, FIELDS)}
      readOnly={!mayWrite}
    >
      <Sheet>
        <Section title="O terminal">
          <FieldGrid>
            <TextInput
              label="Nome"
              description="Aparece no cliente de pagamento e no painel"
              required
              maxLength={255}
              {...form.text('name')}
              error={faultOf('name')}
            />
            <NativeSelect
              label="Terminal físico"
              description="O computador ou a maquininha em que ele roda"
              data={[
                ...(terminal ? [] : [{ value: '', label: 'Criar um novo com este nome' }]),
                ...physical.map(({ id, name }) => ({ value: String(id), label: `${name} (nº ${id})` })),
              ]}
              value={form.values.physicalTerminalId}
              onChange={(event) => choosePhysical(event.currentTarget.value)}
              error={faultOf('physicalTerminalId')}
            />
            <TextInput
              label="Identificação da instalação"
              description="Código do programa da maquininha"
              maxLength={255}
              {...form.text('installationId')}
              error={faultOf('installationId')}
            />
          </FieldGrid>
        </Section>
        <TerminalSettings form={form} />
      </Sheet>
    </FormScreen>
  );
}

function TerminalSettings({ form }: { readonly form: Fields<ReturnType<typeof valuesOf>> }) {
  return SETTING_GROUPS.map(({ title, switches }) => (
    <Section key={title} title={title}>
      <FieldGrid>
        {switches.map(([name, label]) => (
          <Switch key={name} label={label} {...form.flag(name)} />
        ))}
        {title === 'Venda' && (
          <NativeSelect
            label="Parcelamento padrão"
            data={[
              { value: 'loja', label: 'Pela loja, sem juros' },
              { value: 'admin', label: 'Pela administradora do cartão' },
            ]}
            {...form.text('installmentKind')}
          />
        )}
        {title === 'TEF' && (
          <>
            <TextInput label="Identificador do TEF" maxLength={255} {...form.text('tefIdentifier')} />
            <TextInput
              label="Intervalo de rastreamento"
              description="Em minutos; vazio não rastreia"
              maxLength={255}
              {...form.text('trackingInterval')}
            />
          </>
        )}
      </FieldGrid>
    </Section>
  ));
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
