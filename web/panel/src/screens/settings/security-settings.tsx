import { NumberInput, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SettingsAnswer } from '../../../../../src/panel/settings/schema.ts';
import { call } from '../../api/call.ts';
import { useRefreshSession } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { MoneyField } from '../../ui/forms/money-field.tsx';
import { useFaults } from '../../ui/forms/use-faults.ts';
import { useFields } from '../../ui/forms/use-fields.ts';
import { FieldGrid } from '../../ui/screens/form-screen.tsx';
import { SettingsCard } from './settings-card.tsx';
import { SETTINGS_KEY } from './settings-key.ts';

const FIELDS = ['idleMinutes', 'refundLimit'];

/** Security settings of the team. Changing them asks for a fresh second factor. */
export function SecuritySettings({ security }: { readonly security: SettingsAnswer['security'] }) {
  const client = useQueryClient();
  const withStepUp = useStepUp();
  const refreshSession = useRefreshSession();
  const form = useFields({
    idleMinutes: security.idleMinutes as string | number,
    refundLimit: security.refundLimit,
    teamSecondFactor: security.teamSecondFactor,
  });
  const save = useMutation({
    mutationFn: () => {
      const { idleMinutes, refundLimit, teamSecondFactor } = form.values;
      return withStepUp(() =>
        call('PATCH /settings/security', {
          body: {
            idleMinutes: Number(idleMinutes),
            ...(refundLimit === null ? {} : { refundLimit }),
            teamSecondFactor,
          },
        }),
      );
    },
    onSuccess: (saved) => {
      client.setQueryData(SETTINGS_KEY, saved);
      refreshSession();
    },
  });
  const { faultOf } = useFaults({ values: form.values, fields: FIELDS, missing: {}, save });
  return (
    <SettingsCard title="Segurança da equipe" save={save} fields={FIELDS}>
      <FieldGrid>
        <NumberInput
          label="Minutos sem uso até sair"
          description="De 5 a 240"
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.number('idleMinutes')}
          error={faultOf('idleMinutes')}
        />
        <MoneyField
          label="Estorno que pede o segundo fator"
          description="Acima deste valor; deixe em branco para não pedir"
          {...form.money('refundLimit')}
          error={faultOf('refundLimit')}
        />
        <Switch
          label="Exigir o segundo fator de toda a equipe"
          description="Quem ainda não ativou só terá acesso à tela Segurança"
          {...form.flag('teamSecondFactor')}
        />
      </FieldGrid>
    </SettingsCard>
  );
}
