import type { ChargeTerms } from '../../capabilities.ts';

/** Waits at a bank, milliseconds. */
export interface BankTiming extends Readonly<ChargeTerms['timing']> {
  readonly tokenMs: number;
  /** A call is not begun with less time left than this: its outcome could only be unknown. */
  readonly leastMs: number;
}

/** A charge that was not made within ten seconds is told to the merchant as one that is waited for. */
const FULL = {
  connectMs: 3_000,
  authorizeMs: 9_000,
  otherMs: 30_000,
  tokenMs: 8_000,
  maxProcessingMs: 60_000,
} as const;

/** With smaller values a busy machine would turn scaled deadlines into failures. */
const LEAST = { connectMs: 1_000, callMs: 1_500, maxProcessingMs: 5_000 } as const;
const LEAST_SHARE = 1 / 6;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function bacenTiming(timeScale: number): BankTiming {
  const authorizeMs = Math.max(FULL.authorizeMs / timeScale, LEAST.callMs);
  return {
    connectMs: Math.max(FULL.connectMs / timeScale, LEAST.connectMs),
    authorizeMs,
    otherMs: Math.max(FULL.otherMs / timeScale, LEAST.callMs),
    tokenMs: Math.max(FULL.tokenMs / timeScale, LEAST.connectMs),
    leastMs: authorizeMs * LEAST_SHARE,
    maxProcessingMs: Math.max(FULL.maxProcessingMs / timeScale, LEAST.maxProcessingMs),
  };
}
