import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { Notice } from '../ui/notice.tsx';
import { answerByPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useMe } from './session.ts';

/** Asks for a passkey or the code of the app, or for the password where there is no second factor. */
export function StepUpDialog({ onEnd }: { readonly onEnd: (given: boolean) => void }) {
  const { methods, enabled } = useMe().secondFactor;
  const byCode = methods.includes('totp');
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /session/step-up', { body: byCode ? { code: typed } : { password: typed } }),
    onSuccess: () => onEnd(true),
    onError: () => setTyped(''),
  });
  const confirmByPasskey = useMutation({
    mutationFn: async () => {
      const passkey = await answerByPasskey(await call('POST /session/step-up/passkey'));
      return call('POST /session/step-up', { body: { passkey } });
    },
    onSuccess: () => onEnd(true),
  });
  const fault = confirm.error ?? confirmByPasskey.error;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed !== '') confirm.mutate();
  };
  return (
    <Modal
      opened
      onClose={() => onEnd(false)}
      title="Confirme que é você"
      centered
      zIndex={400}
      closeButtonProps={{ 'aria-label': 'Fechar' }}
    >
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {methods.includes('passkey') && <PasskeyButton confirm={confirmByPasskey} />}
      {(byCode || !enabled) && (
        <form onSubmit={submit}>
          {byCode ? (
            <TextInput
              mt="md"
              label="Código do aplicativo autenticador"
              inputMode="numeric"
              autoComplete="one-time-code"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          ) : (
            <PasswordInput
              label="Sua senha"
              autoComplete="current-password"
              data-autofocus
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          )}
          <Button
            type="submit"
            mt="md"
            fullWidth
            variant={methods.includes('passkey') ? 'default' : 'filled'}
            loading={confirm.isPending}
          >
            Confirmar
          </Button>
        </form>
      )}
    </Modal>
  );
}
