import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SettingsAnswer } from '../../../../../src/panel/settings/schema.ts';
import { call } from '../../api/call.ts';
import { useFormats } from '../../session/session.ts';
import { useStepUp } from '../../session/step-up.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useRefused } from '../../ui/forms/use-refused.ts';
import { SettingsCard } from './settings-card.tsx';
import { SETTINGS_KEY } from './settings-key.ts';

const STATES = {
  set: 'Cadastrada. Escreva outra para trocá-la.',
  usual: 'Neste ambiente de testes é 314159, até você escrever outra.',
  none: 'Ainda não cadastrada: sem ela, vendas da maquininha não podem ser canceladas.',
} as const;

/** The password typed at the till to refund a sale made through a pin pad. */
export function TechnicalPassword({ state }: { readonly state: SettingsAnswer['technicalPassword'] }) {
  const client = useQueryClient();
  const withStepUp = useStepUp();
  const formats = useFormats();
  const [typed, setTyped] = useState('');
  const save = useMutation({
    mutationFn: () =>
      withStepUp(() => call('PATCH /settings/technical-password', { body: { technicalPassword: typed } })),
    onSuccess: (saved) => {
      client.setQueryData(SETTINGS_KEY, saved);
      setTyped('');
    },
  });
  const faultOf = useRefused(save.error, { technicalPassword: typed });
  return (
    <SettingsCard title="Senha técnica" save={save} fields={['technicalPassword']}>
      {state.lockedUntil && (
        <Notice tone="wait">
          Bloqueada por senhas erradas até {formats.time(state.lockedUntil)}. Trocá-la acaba com o bloqueio.
        </Notice>
      )}
      <PasswordInput
        label="Nova senha técnica"
        description={`De 6 a 12 algarismos. ${STATES[state.password]}`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={faultOf('technicalPassword')}
        visibilityToggleButtonProps={{ 'aria-label': 'Mostrar ou esconder a senha técnica' }}
      />
    </SettingsCard>
  );
}
