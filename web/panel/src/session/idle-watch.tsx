import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { call, SESSION_ENDED } from '../api/call.ts';
import { useMe } from './session.ts';

/** With the dialogs of the component library they are larger than most screens, and most sessions never show them. */
const loadDialogs = () => import('./idle-dialogs.tsx');
const EndingDialog = lazy(async () => ({ default: (await loadDialogs()).EndingDialog }));
const EndedDialog = lazy(async () => ({ default: (await loadDialogs()).EndedDialog }));

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
    let dialogsAsked = false;
    const used = () => {
      // At the first use: when the session ends the service may be out of reach, and what was typed has to stay.
      if (!dialogsAsked) loadDialogs().catch(() => undefined);
      dialogsAsked = true;
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
  return (
    <Suspense fallback={null}>
      {state === 'ending' && <EndingDialog onKept={goOn} />}
      {state === 'ended' && <EndedDialog onBack={goOn} />}
    </Suspense>
  );
}
