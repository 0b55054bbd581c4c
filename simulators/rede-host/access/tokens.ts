import { randomBytes } from 'node:crypto';
import type { SimulatedClock } from '../../host/simulated-clock.ts';
import type { Merchant } from './merchants.ts';

/** Lifetime of a token in simulated time (docs/contract/acquirers.md A.1). */
export const TOKEN_LIFE_MS = 1_440_000;
/** Beyond this, a new token replaces the oldest, which is then rejected as expired. */
const MAX_TOKENS = 10_000;
const TOKEN_BYTES = 32;

export interface Tokens {
  issue(merchant: Merchant): string;
  /** The merchant of a valid token; undefined for an expired or unknown one. */
  holder(token: string): Merchant | undefined;
  /** Revokes all tokens, as a restart of the authorization server does. */
  revokeAll(): void;
}

export function createTokens(clock: SimulatedClock): Tokens {
  const issued = new Map<string, { readonly merchant: Merchant; readonly at: number }>();

  return {
    issue(merchant) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      issued.set(token, { merchant, at: clock.now() });
      if (issued.size > MAX_TOKENS) issued.delete(issued.keys().next().value as string);
      return token;
    },
    holder(token) {
      const found = issued.get(token);
      if (found === undefined || clock.elapsed(found.at) < TOKEN_LIFE_MS) return found?.merchant;
      issued.delete(token);
      return undefined;
    },
    revokeAll: () => issued.clear(),
  };
}
