import { codeAt, stepAt } from '../../src/accounts/second-factor/totp.ts';
import { fromBase32 } from './base32.ts';

/** The code that an authenticator app shows for a secret as the panel shows it. */
export function totpCode(secret: string, now: number): string {
  return codeAt(fromBase32(secret), stepAt(now));
}
