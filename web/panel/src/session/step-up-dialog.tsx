import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { FactorField } from './factor-field.tsx';
import { answerByPasskey } from './passkey.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { useMe } from './session.ts';

/** Asks for a passkey, the code of the app or a recovery code, or for the password where there is no second factor. */
export function StepUpDialog({ onEnd }: { readonly onEnd: (given: boolean) => void }) {
  const { methods, enabled } = useMe().secondFactor;
  const [byRecovery, setByRecovery] = useState(false);
  const way = !enabled ? 'password' : byRecovery ? 'recoveryCode' : 'code';
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /session/step-up', { body: { [way]: typed } }),
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
    <Dialog onClose={() => onEnd(false)} title="Confirme que é você" zIndex={400}>
      {fault && <Notice tone="bad">{fault.message}</Notice>}
      {methods.includes('passkey') && <PasskeyButton confirm={confirmByPasskey} />}
      {(methods.includes('totp') || way !== 'code') && (
        <form onSubmit={submit}>
          <FactorField key={way} way={way} typed={typed} onTyped={setTyped} />
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
      {enabled && (
        <Button
          mt="xs"
          fullWidth
          variant="subtle"
          onClick={() => {
            setTyped('');
            setByRecovery(!byRecovery);
          }}
        >
          {byRecovery ? 'Não usar código de recuperação' : 'Usar um código de recuperação'}
        </Button>
      )}
    </Dialog>
  );
}
