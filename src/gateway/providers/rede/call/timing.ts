import type { Capabilities } from '../../capabilities.ts';

/** Waits at Rede (docs/contract/acquirers.md G.5), milliseconds. */
export interface RedeTiming extends Readonly<Capabilities['timing']> {
  readonly tokenMs: number;
  /** A call is not begun with less time left than this: its outcome could only be unknown. */
  readonly leastMs: number;
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

/**
 * With smaller values a busy machine would turn scaled deadlines into failures. A simulated host decides up to 1.5 s
 * after a request reached it; "not found" must not be believed before that, however slowly the request arrived.
 */
const LEAST = { connectMs: 1_000, callMs: 1_500, maxProcessingMs: 5_000 } as const;
const LEAST_SHARE = 1 / 6;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function redeTiming(timeScale: number): RedeTiming {
  const authorizeMs = Math.max(FULL.authorizeMs / timeScale, LEAST.callMs);
  return {
    connectMs: Math.max(FULL.connectMs / timeScale, LEAST.connectMs),
    authorizeMs,
    otherMs: Math.max(FULL.otherMs / timeScale, LEAST.callMs),
    tokenMs: Math.max(FULL.tokenMs / timeScale, LEAST.connectMs),
    leastMs: authorizeMs * LEAST_SHARE,
    maxProcessingMs: Math.max(FULL.maxProcessingMs / timeScale, LEAST.maxProcessingMs),
    authenticationMs: FULL.authenticationMs / timeScale,
  };
}
