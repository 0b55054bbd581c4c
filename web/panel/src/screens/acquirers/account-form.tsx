import { Autocomplete, NumberInput, PasswordInput, Switch, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AccountDetail, AcquirerKind } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { type FaultOf, fieldFaults, generalFault } from '../../ui/forms/field-faults.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';

export function NewAccountScreen() {
  const kinds = useKinds();
  if (kinds.error) return <ErrorNotice error={kinds.error} onRetry={() => kinds.refetch()} />;
  if (!kinds.data) return <Loading />;
  return <NewAccount kinds={kinds.data.items} />;
}

export function useKinds() {
  return useQuery({
    queryKey: ['acquirer-kinds'],
    queryFn: ({ signal }) => call('GET /acquirers/kinds', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function NewAccount({ kinds }: { readonly kinds: readonly AcquirerKind[] }) {
  const mayWrite = useMay('platform.acquirers.write');
  const withStepUp = useStepUp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [personId, setPersonId] = useState<string | number>('');
  const [provider, setProvider] = useState(kinds[0]?.provider ?? '');
  const [isDefault, setDefault] = useState(true);
  const [settings, setSettings] = useState<SettingValues>({});
  const kind = kinds.find((one) => one.provider === provider.trim().toUpperCase());
  const save = useMutation({
    mutationFn: () =>
      withStepUp(() =>
        call('POST /acquirers', {
          body: { personId: Number(personId), provider, isDefault, settings: settingList(settings) },
        }),
      ),
    onSuccess: async (saved) => {
      client.setQueryData(['acquirer', String(saved.id)], saved);
      await client.invalidateQueries({ queryKey: ['acquirers'] });
      await navigate({ to: '/adquirentes/$id', params: { id: String(saved.id) } });
    },
  });
  const faultOf = fieldFaults(save.error);
  return (
    <FormScreen
      title="Nova conta em adquirente"
      back={{ to: '/adquirentes', label: 'Adquirentes' }}
      onSubmit={() => save.mutate()}
      pending={save.isPending}
      error={generalFault(save.error, ['personId', 'provider', ...settingFields(kind)])}
      readOnly={!mayWrite}
      verb="Adicionar conta"
    >
      <Sheet>
        <Section title="De quem">
          <FieldGrid>
            <NumberInput
              label="Número da loja"
              description="Está na página da pessoa"
              required
              min={1}
              allowDecimal={false}
              value={personId}
              onChange={setPersonId}
              error={faultOf('personId')}
            />
            <Autocomplete
              label="Adquirente"
              description="Na sandbox, qualquer outro nome é atendido pelo simulador"
              required
              maxLength={40}
              data={kinds.map((one) => one.provider)}
              value={provider}
              onChange={setProvider}
              error={faultOf('provider')}
            />
            <Switch
              label="Padrão da loja"
              description="Usada quando a venda não informa a adquirente"
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          </FieldGrid>
        </Section>
        {kind && (
          <Section title="Ajustes">
            <SettingFields kind={kind} values={settings} onChange={setSettings} faultOf={faultOf} />
          </Section>
        )}
      </Sheet>
    </FormScreen>
  );
}

export type SettingValues = Readonly<Record<string, string>>;

export function settingList(values: SettingValues) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

export function settingFields(kind: AcquirerKind | undefined): readonly string[] {
  return kind?.settings.map(({ name }) => `settings.${name}`) ?? [];
}

/** One field for each setting of an acquirer; a stored secret is only shown as present. */
export function SettingFields({
  kind,
  values,
  onChange,
  faultOf,
  stored,
}: {
  readonly kind: AcquirerKind;
  readonly values: SettingValues;
  readonly onChange: (values: SettingValues) => void;
  readonly faultOf: FaultOf;
  readonly stored?: AccountDetail['settings'];
}) {
  return (
    <FieldGrid>
      {kind.settings.map(({ name, meaning, required, secret, fixed }) => {
        const before = stored?.find((one) => one.name === name);
        const props = {
          label: name,
          description: meaning,
          required: required && !before,
          autoComplete: 'off',
          disabled: fixed && before !== undefined,
          placeholder: before ? (before.value ?? 'Salvo. Preencha só para trocar') : '',
          value: values[name] ?? '',
          onChange: (event: { currentTarget: { value: string } }) =>
            onChange({ ...values, [name]: event.currentTarget.value }),
          error: faultOf(`settings.${name}`),
        };
        return secret ? (
          <PasswordInput key={name} {...props} autoComplete="new-password" />
        ) : (
          <TextInput key={name} {...props} />
        );
      })}
    </FieldGrid>
  );
}
