import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';

/** The session is about to end for lack of use. */
export function EndingDialog(props: { readonly onKept: () => void }) {
  const keep = useMutation({
    mutationFn: () => call('POST /session/keep'),
    onSuccess: props.onKept,
  });
  return (
    <Dialog onClose={() => keep.mutate()} title="Você ainda está aí?" withCloseButton={false}>
      <p>Sua sessão termina em menos de 2 minutos por falta de uso. O que você digitou continua aqui.</p>
      {keep.isError && <Notice tone="bad">{keep.error.message}</Notice>}
      <Button mt="lg" fullWidth data-autofocus loading={keep.isPending} onClick={() => keep.mutate()}>
        Continuar
      </Button>
    </Dialog>
  );
}
