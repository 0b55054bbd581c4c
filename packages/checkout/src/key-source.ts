import type { KeyAndSession } from './card-hash.ts';
import { GuicheError, unavailable } from './guiche-error.ts';

/** The gateway's default lifetime of a session. */
const LIFE_MS = 10 * 60_000;
/** Time left for a cardHash to reach the gateway within the session. */
const RESERVE_MS = 2 * 60_000;
const TIMEOUT_MS = 15_000;
const TRIES = 2;

export interface KeySource {
  /** A key valid for at least two more minutes; concurrent calls share one request. */
  current(): Promise<KeyAndSession>;
}

export function createKeySource(address: string, now: () => number = Date.now): KeySource {
  let until = 0;
  let held: Promise<KeyAndSession> | undefined;
  return {
    current() {
      if (held && now() < until) return held;
      const fetching = fetchKey(address);
      held = fetching;
      until = now() + LIFE_MS - RESERVE_MS;
      fetching.catch(() => {
        if (held === fetching) held = undefined;
      });
      return fetching;
    },
  };
}

async function fetchKey(address: string, triesLeft = TRIES): Promise<KeyAndSession> {
  const answer = await fetch(address, {
    cache: 'no-store',
    credentials: 'omit',
    referrerPolicy: 'origin',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  if (!answer || answer.status >= 500) {
    if (triesLeft > 1) return fetchKey(address, triesLeft - 1);
    throw unavailable();
  }
  const { publicKey, sessionKey, error } = (await answer
    .json()
    .catch(() => ({}))) as Partial<KeyAndSession> & {
    error?: { code?: string; message?: string };
  };
  if (answer.ok && publicKey && sessionKey) return { publicKey, sessionKey };
  throw new GuicheError(
    error?.code ?? 'public_key_refused',
    error?.message ?? 'Esta página não pode receber cartões.',
  );
}
