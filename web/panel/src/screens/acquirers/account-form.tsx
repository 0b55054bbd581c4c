import { Autocomplete, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { AcquirerKind } from '../../../../../src/panel/acquirers/schema.ts';
import { call } from '../../api/call.ts';
import { useMay } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { ErrorNotice } from '../../ui/feedback/error-notice.tsx';
import { say } from '../../ui/feedback/said.tsx';
import { missing } from '../../ui/forms/missing.ts';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { FieldGrid, FormScreen } from '../../ui/screens/form-screen.tsx';
import { Loading } from '../../ui/screens/loading.tsx';
import { Section, Sheet } from '../../ui/screens/sheet.tsx';
import { PersonChoice } from './person-choice.tsx';
import {
  missingSettings,
  SettingFields,
  type SettingValues,
  settingFields,
  settingList,
} from './setting-fields.tsx';

export function NewAccountScreen() {
  const kinds = useKinds();
  if (kinds.error) return <ErrorNotice error={kinds.error} onRetry={() => kinds.refetch()} />;
  if (!kinds.data) return <Loading />;
  return <NewAccount kinds={kinds.data.items} isSandbox={kinds.data.mode === 'sandbox'} />;
}

export function useKinds() {
  return useQuery({
    queryKey: ['acquirer-kinds'],
    queryFn: ({ signal }) => call('GET /acquirers/kinds', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

function NewAccount(props: { readonly kinds: readonly AcquirerKind[]; readonly isSandbox: boolean }) {
  const { kinds, isSandbox } = props;
  const mayWrite = useMay('platform.acquirers.write');
  const withStepUp = useStepUp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [personId, setPersonId] = useState('');
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
      say('Conta adicionada.');
      await navigate({ to: '/adquirentes/$id', params: { id: String(saved.id) } });
    },
  });
  const { faultOf, general, submit } = useFaults({
    values: { personId, provider, settings },
    fields: ['personId', 'provider', ...settingFields(kind)],
    missing: {
      personId: missing.text(personId, 'Escolha a loja.'),
      provider: missing.text(provider, 'Escolha a adquirente ou o banco.'),
      ...missingSettings(kind, settings),
    },
    save,
  });
  return (
    <FormScreen
      title="Nova conta em adquirente"
      back={{ to: '/adquirentes', label: 'Adquirentes' }}
      onSubmit={submit}
      pending={save.isPending}
      error={general}
      readOnly={!mayWrite}
      verb="Adicionar conta"
    >
      <Sheet>
        <Section title="De quem e onde">
          <FieldGrid>
            <PersonChoice value={personId} onChange={setPersonId} error={faultOf('personId')} />
            <Autocomplete
              label="Adquirente ou banco"
              description={
                isSandbox ? 'Neste ambiente de testes, o simulador atende por qualquer outro nome' : undefined
              }
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
