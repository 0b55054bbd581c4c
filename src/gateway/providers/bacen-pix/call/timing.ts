import { type CallTiming, LEAST_CONNECT_MS, scaledTiming } from '../../http/index.ts';

/** Waits at a bank, milliseconds. */
export interface BankTiming extends CallTiming {
  readonly tokenMs: number;
}

/** A charge that was not made within ten seconds is told to the merchant as one that is waited for. */
const FULL = {
  connectMs: 3_000,
  authorizeMs: 9_000,
  otherMs: 30_000,
  tokenMs: 8_000,
  maxProcessingMs: 60_000,
} as const;

/** The times divided by the sandbox's time scale, but never below what a nearby host needs. */
export function bacenTiming(timeScale: number): BankTiming {
  return {
    ...scaledTiming(FULL, timeScale),
    tokenMs: Math.max(FULL.tokenMs / timeScale, LEAST_CONNECT_MS),
  };
}
