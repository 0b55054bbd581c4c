import { randomBytes } from 'node:crypto';
import type { SimulatedClock } from '../../host/simulated-clock.ts';
import type { BankClient, Scope } from './clients.ts';

/** Beyond this, a new token replaces the oldest, which is then rejected as expired. */
const MAX_TOKENS = 10_000;
const TOKEN_BYTES = 32;

export interface Grant {
  readonly client: BankClient;
  readonly scopes: readonly Scope[];
}

export interface Tokens {
  issue(grant: Grant): string;
  /** What a valid token grants; undefined for an expired or unknown one. */
  grantOf(token: string): Grant | undefined;
  /** Revokes all tokens, as a restart of the authorization server does. */
  revokeAll(): void;
}

/** Tokens whose life is counted in simulated time. */
export function createTokens(clock: SimulatedClock, lifeMs: number): Tokens {
  const issued = new Map<string, Grant & { readonly at: number }>();

  return {
    issue(grant) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url');
      issued.set(token, { ...grant, at: clock.now() });
      if (issued.size > MAX_TOKENS) issued.delete(issued.keys().next().value as string);
      return token;
    },
    grantOf(token) {
      const found = issued.get(token);
      if (found === undefined || clock.elapsed(found.at) < lifeMs) return found;
      issued.delete(token);
      return undefined;
    },
    revokeAll: () => issued.clear(),
  };
}
