import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../api/call.ts';
import { Notice } from '../ui/notice.tsx';
import { useMe } from './session.ts';

/** Asks for the code of the second factor, or for the password where there is none. */
export function StepUpDialog({ onEnd }: { readonly onEnd: (given: boolean) => void }) {
  const { secondFactor } = useMe();
  const byCode = secondFactor.enabled;
  const [typed, setTyped] = useState('');
  const confirm = useMutation({
    mutationFn: () => call('POST /session/step-up', { body: byCode ? { code: typed } : { password: typed } }),
    onSuccess: () => onEnd(true),
    onError: () => setTyped(''),
  });
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
      <form onSubmit={submit}>
        {confirm.isError && <Notice tone="bad">{confirm.error.message}</Notice>}
        {byCode ? (
          <TextInput
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
        <Button type="submit" mt="md" fullWidth loading={confirm.isPending}>
          Confirmar
        </Button>
      </form>
    </Modal>
  );
}
