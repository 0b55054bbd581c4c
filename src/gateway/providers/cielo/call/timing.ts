import type { Capabilities } from '../../capabilities.ts';

/** Waits at Cielo (docs/contract/acquirers.md G.5), milliseconds. */
export interface CieloTiming extends Readonly<Capabilities['timing']> {
  /** A call is not begun with less time left than this: its outcome could only be unknown. */
  readonly leastMs: number;
  /** Cancels of one sale that follow faster may be taken for the same one. */
  readonly betweenCancelsMs: number;
}

const FULL = {
  connectMs: 3_000,
  authorizeMs: 30_000,
  otherMs: 60_000,
  /** Cielo itself looks after five minutes how a sale ended that it left open. */
  maxProcessingMs: 6 * 60_000,
  betweenCancelsMs: 5_000,
} as const;

/** With smaller values a busy machine would turn scaled deadlines into failures. */
const LEAST = { connectMs: 1_000, callMs: 1_500, maxProcessingMs: 5_000 } as const;
const LEAST_SHARE = 1 / 6;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function cieloTiming(timeScale: number): CieloTiming {
  const authorizeMs = Math.max(FULL.authorizeMs / timeScale, LEAST.callMs);
  return {
    connectMs: Math.max(FULL.connectMs / timeScale, LEAST.connectMs),
    authorizeMs,
    otherMs: Math.max(FULL.otherMs / timeScale, LEAST.callMs),
    leastMs: authorizeMs * LEAST_SHARE,
    maxProcessingMs: Math.max(FULL.maxProcessingMs / timeScale, LEAST.maxProcessingMs),
    betweenCancelsMs: FULL.betweenCancelsMs / timeScale,
  };
}
