import { type CallTiming, LEAST_CONNECT_MS, scaledTiming } from '../../http/index.ts';

/** Waits at Rede (docs/contract/acquirers.md G.5), milliseconds. */
export interface RedeTiming extends CallTiming {
  readonly tokenMs: number;
  /** How long a buyer has for 3-D Secure. */
  readonly authenticationMs: number;
}

const FULL = {
  connectMs: 3_000,
  authorizeMs: 30_000,
  otherMs: 60_000,
  tokenMs: 10_000,
  maxProcessingMs: 120_000,
  authenticationMs: 15 * 60_000,
} as const;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function redeTiming(timeScale: number): RedeTiming {
  return {
    ...scaledTiming(FULL, timeScale),
    tokenMs: Math.max(FULL.tokenMs / timeScale, LEAST_CONNECT_MS),
    authenticationMs: FULL.authenticationMs / timeScale,
  };
}
