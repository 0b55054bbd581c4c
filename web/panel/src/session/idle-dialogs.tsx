import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call, sessionOver } from '../api/call.ts';
import { Dialog } from '../ui/feedback/dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { sessionQuery, useMe } from './session.ts';

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

/**
 * The session has ended. The user logs in again in another tab, so that this one keeps what was typed; the ended session
 * opens nothing, even when it could not be ended at the service.
 */
export function EndedDialog({ onBack }: { readonly onBack: () => void }) {
  const { user, sessionId } = useMe();
  const client = useQueryClient();
  const look = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const me = await call('GET /session');
      if (me.sessionId !== sessionId) return me;
      await call('DELETE /session');
      throw sessionOver();
    },
    onSuccess: (me) => {
      if (me.user.id !== user.id) {
        // Another user logged in: nothing of the previous session may be shown.
        location.assign('/painel');
        return;
      }
      client.setQueryData(sessionQuery.queryKey, me);
      onBack();
    },
  });
  return (
    <Dialog
      onClose={() => undefined}
      title="Sua sessão terminou"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <p>
        Entre de novo em outra aba e volte para continuar de onde parou. O que você digitou continua aqui.
      </p>
      {look.isError && <Notice tone="bad">Você ainda não entrou. Entre na outra aba e tente de novo.</Notice>}
      <Button
        mt="lg"
        fullWidth
        component="a"
        href="/painel/entrar"
        target="_blank"
        rel="noopener"
        data-autofocus
      >
        Entrar em outra aba
      </Button>
      <Button mt="xs" fullWidth variant="default" loading={look.isPending} onClick={() => look.mutate()}>
        Já entrei, continuar
      </Button>
    </Dialog>
  );
}
