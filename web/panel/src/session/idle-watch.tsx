import { Button, Modal } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call, SESSION_ENDED } from '../api/call.ts';
import { Notice } from '../ui/notice.tsx';
import { sessionQuery, useMe } from './session.ts';

const MINUTE_MS = 60_000;
/** How long before its end the session's end is announced. */
const WARNING_MS = 2 * MINUTE_MS;
/** Typing without calls also keeps the session alive; the service is informed no more often than this. */
const KEEP_EVERY_MS = 2 * MINUTE_MS;
const LOOK_EVERY_MS = 5_000;
const USES = ['keydown', 'pointerdown', 'wheel', 'touchstart'] as const;

type State = 'used' | 'ending' | 'ended';

/** Warns before the session ends for lack of use, and when it has ended; the screen below stays, with what was typed. */
export function IdleWatch() {
  const { idleMinutes } = useMe();
  const [state, setState] = useState<State>('used');
  const lastUse = useRef(Date.now());
  const lastKept = useRef(Date.now());
  const current = useRef(state);
  current.current = state;
  useEffect(() => {
    const idleMs = idleMinutes * MINUTE_MS;
    const used = () => {
      if (current.current !== 'used') return;
      lastUse.current = Date.now();
      if (lastUse.current - lastKept.current < KEEP_EVERY_MS) return;
      lastKept.current = lastUse.current;
      call('POST /session/keep').catch(() => undefined);
    };
    const ended = () => setState('ended');
    const timer = setInterval(() => {
      const idle = Date.now() - lastUse.current;
      if (current.current === 'ended') return;
      if (idle >= idleMs) setState('ended');
      else if (idle >= idleMs - Math.min(WARNING_MS, idleMs / 2)) setState('ending');
    }, LOOK_EVERY_MS);
    for (const use of USES) addEventListener(use, used, { passive: true, capture: true });
    addEventListener(SESSION_ENDED, ended);
    return () => {
      clearInterval(timer);
      for (const use of USES) removeEventListener(use, used, { capture: true });
      removeEventListener(SESSION_ENDED, ended);
    };
  }, [idleMinutes]);
  const goOn = () => {
    lastUse.current = Date.now();
    lastKept.current = lastUse.current;
    setState('used');
  };
  if (state === 'ending') return <EndingDialog onKept={goOn} onEnded={() => setState('ended')} />;
  return state === 'ended' ? <EndedDialog onBack={goOn} /> : null;
}

function EndingDialog(props: { readonly onKept: () => void; readonly onEnded: () => void }) {
  const keep = useMutation({
    mutationFn: () => call('POST /session/keep'),
    onSuccess: props.onKept,
  });
  return (
    <Modal opened onClose={() => keep.mutate()} title="Você ainda está aí?" centered withCloseButton={false}>
      <p>Sua sessão termina em menos de 2 minutos por falta de uso. O que você digitou continua aqui.</p>
      {keep.isError && <Notice tone="bad">{keep.error.message}</Notice>}
      <Button mt="lg" fullWidth data-autofocus loading={keep.isPending} onClick={() => keep.mutate()}>
        Continuar
      </Button>
    </Modal>
  );
}

/** The user logs in again in another tab, so that this one keeps what was typed. */
function EndedDialog({ onBack }: { readonly onBack: () => void }) {
  const { user } = useMe();
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => call('GET /session'),
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
    <Modal
      opened
      onClose={() => undefined}
      title="Sua sessão terminou"
      centered
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
    </Modal>
  );
}
