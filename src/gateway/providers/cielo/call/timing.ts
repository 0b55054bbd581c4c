import { type CallTiming, scaledTiming } from '../../http/index.ts';

/** Waits at Cielo (docs/contract/acquirers.md G.5), milliseconds. */
export interface CieloTiming extends CallTiming {
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

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function cieloTiming(timeScale: number): CieloTiming {
  return {
    ...scaledTiming(FULL, timeScale),
    betweenCancelsMs: FULL.betweenCancelsMs / timeScale,
  };
}
