import type { ChargeTerms } from '../capabilities.ts';

type FullTiming = Readonly<ChargeTerms['timing']>;

/** Waits of a provider's calls, milliseconds. */
export interface CallTiming extends FullTiming {
  /** A call is not begun with less time left than this: its outcome could only be unknown. */
  readonly leastMs: number;
}

/**
 * Time to connect or to get a token. With smaller values than these a busy machine would turn scaled deadlines into failures. A simulated host decides up to 1.5 s
 * after a request reached it; "not found" must not be believed before that, however slowly the request arrived.
 */
export const LEAST_CONNECT_MS = 1_000;
const LEAST = { callMs: 1_500, maxProcessingMs: 5_000 } as const;
const LEAST_SHARE = 1 / 6;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function scaledTiming(full: FullTiming, timeScale: number): CallTiming {
  const authorizeMs = Math.max(full.authorizeMs / timeScale, LEAST.callMs);
  return {
    connectMs: Math.max(full.connectMs / timeScale, LEAST_CONNECT_MS),
    authorizeMs,
    otherMs: Math.max(full.otherMs / timeScale, LEAST.callMs),
    leastMs: authorizeMs * LEAST_SHARE,
    maxProcessingMs: Math.max(full.maxProcessingMs / timeScale, LEAST.maxProcessingMs),
  };
}
