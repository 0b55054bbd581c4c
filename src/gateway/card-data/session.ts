import { hash } from 'node:crypto';

export const DEFAULT_TTL_MINUTES = 10;
export const MAX_TTL_MINUTES = 30;
const MIN_TTL_MINUTES = 1;

/** Whole minutes from 1 to 30. */
export function isTtl(minutes: number): boolean {
  return Number.isInteger(minutes) && minutes >= MIN_TTL_MINUTES && minutes <= MAX_TTL_MINUTES;
}

/** Sessions are stored and looked up by it: the key itself, 128 random bits, is stored nowhere. */
export function sessionHashOf(sessionKey: string): string {
  return hash('sha256', sessionKey, 'base64url');
}
