import { onlineManager } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { askAgain, call, SESSION_ENDED, stopAsking } from '../api/call.ts';
import { onUse, setLastUse, timeOfLastUse } from '../api/use.ts';
import { useMe } from './session.ts';
import { useKeeping } from './use-keeping.ts';

/** With the dialogs of the component library they are larger than most screens, and most sessions never show them. */
const loadEnding = () => import('./ending-dialog.tsx');
const loadEnded = () => import('./ended-dialog.tsx');
const loadDialogs = () => Promise.all([loadEnding(), loadEnded()]);
const EndingDialog = lazy(async () => ({ default: (await loadEnding()).EndingDialog }));
const EndedDialog = lazy(async () => ({ default: (await loadEnded()).EndedDialog }));

const MINUTE_MS = 60_000;
/** How long before its end the session's end is announced. */
const WARNING_MS = 2 * MINUTE_MS;
const LOOK_EVERY_MS = 5_000;
/** By this much the service may know of a use later than it was. */
const TOLD_WITHIN_MS = 75_000;

type State = 'used' | 'ending' | 'ended';

/**
 * Warns before the session ends for lack of use. At the limit it ends the session at the service, and nothing is asked
 * any more until somebody has logged in again; the screen below stays, with what was typed.
 */
export function IdleWatch() {
  const { idleMinutes, sessionId } = useMe();
  const [state, setState] = useState<State>('used');
  const current = useRef(state);
  current.current = state;
  const idleMs = idleMinutes * MINUTE_MS;
  useKeeping(state === 'used');
  useDialogsAtFirstUse();
  const end = useCallback(() => {
    onlineManager.setOnline(false);
    stopAsking();
    setState('ended');
  }, []);
  const goOn = useCallback(() => {
    setLastUse(Date.now());
    resume();
    setState('used');
  }, []);
  useEffect(() => resume, []);
  useEffect(() => {
    let looking = false;
    const look = async () => {
      const idle = Date.now() - timeOfLastUse();
      const due = stateAfter(idle, idleMs);
      if (looking || current.current === 'ended' || due === 'used' || due === current.current) return;
      looking = true;
      try {
        if (await usedElsewhere({ idleMs, idle })) setState('used');
        else if (due === 'ending') setState('ending');
        else {
          await endSession(sessionId);
          end();
        }
      } finally {
        looking = false;
      }
    };
    const timer = setInterval(look, LOOK_EVERY_MS);
    addEventListener('visibilitychange', look);
    addEventListener(SESSION_ENDED, end);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', look);
      removeEventListener(SESSION_ENDED, end);
    };
  }, [idleMs, sessionId, end]);
  return (
    <Suspense fallback={null}>
      {state === 'ending' && <EndingDialog onKept={goOn} />}
      {state === 'ended' && <EndedDialog onBack={goOn} />}
    </Suspense>
  );
}

function resume(): void {
  askAgain();
  onlineManager.setOnline(navigator.onLine);
}

function stateAfter(idle: number, idleMs: number): State {
  if (idle >= idleMs) return 'ended';
  return idle >= idleMs - Math.min(WARNING_MS, idleMs / 2) ? 'ending' : 'used';
}

/** Whether another tab of this browser, which has the same session, was used since. */
async function usedElsewhere({ idleMs, idle }: { idleMs: number; idle: number }): Promise<boolean> {
  const me = await call('GET /session').catch(() => undefined);
  if (me === undefined || me.unusedMs > idle - TOLD_WITHIN_MS) return false;
  setLastUse(Date.now() - me.unusedMs);
  return stateAfter(me.unusedMs, idleMs) === 'used';
}

/** Ends this session at the service, unless the browser has another one meanwhile. */
async function endSession(sessionId: string): Promise<void> {
  const me = await call('GET /session').catch(() => undefined);
  if (me?.sessionId === sessionId) await call('DELETE /session').catch(() => undefined);
}

/** At the first use: when the session ends the service may be out of reach, and what was typed has to stay. */
function useDialogsAtFirstUse(): void {
  useEffect(() => {
    const stop = onUse(() => {
      stop();
      loadDialogs().catch(() => undefined);
    });
    return stop;
  }, []);
}
