import { LRUCache } from 'lru-cache';
import { Secret } from '../../../platform/secret.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { isWithin } from '../../../platform/time/is-within.ts';
import type { Deadline } from './deadline.ts';
import { readFields, wholeNumber } from './fields.ts';
import type { Exchange } from './http-link.ts';

const LONGEST_LIFE_SECONDS = 86_400;
/** Parts of its life: renewed behind the back of its users from the first on, and never used after the second. */
const RENEW_FROM = 15 / 24;
const RENEW_UNTIL = 23 / 24;
/** Between attempts to renew a token that is still valid. */
const RENEWAL_PAUSE_MS = 30_000;
const MAX_ACCOUNTS = 1_000;
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

export type TokenResult =
  | { readonly kind: 'token'; readonly token: Secret }
  | { readonly kind: 'none'; readonly reason: string };

export type NewToken =
  | { readonly kind: 'token'; readonly token: Secret; readonly lifeMs: number }
  | { readonly kind: 'none'; readonly reason: string };

export interface TokenCache<Account> {
  /** The account's token, shared by all its calls. */
  get(account: Account): Promise<TokenResult>;
  /** A token other than the one that the host rejected. */
  insteadOf(account: Account, dead: Secret): Promise<TokenResult>;
  /** Always a new one: shows whether the account's credentials are good. */
  fetchNew(account: Account): Promise<TokenResult>;
}

interface Held {
  readonly token: Secret;
  readonly since: number;
  readonly lifeMs: number;
}

interface Entry {
  held?: Held;
  /** The one request in progress. */
  fetching?: Promise<TokenResult>;
  /** When it was last renewed before its time. */
  triedAt: number;
}

/** Keeps one token for each account and set of credentials. */
export function createTokenCache<Account>(options: {
  readonly clock: Clock;
  readonly request: (account: Account) => Promise<NewToken>;
  /** Another one for changed settings, which get their own token. */
  readonly nameOf: (account: Account) => string;
}): TokenCache<Account> {
  const { clock, request, nameOf } = options;
  const entries = new LRUCache<string, Entry>({ max: MAX_ACCOUNTS });

  const entryOf = (account: Account): Entry => {
    const name = nameOf(account);
    const known = entries.get(name);
    if (known) return known;
    const entry: Entry = { triedAt: Number.NEGATIVE_INFINITY };
    entries.set(name, entry);
    return entry;
  };

  const fetchInto = (entry: Entry, account: Account): Promise<TokenResult> => {
    entry.fetching ??= request(account)
      .then((answer) => {
        if (answer.kind === 'none') return answer;
        entry.held = { token: answer.token, since: clock.now(), lifeMs: answer.lifeMs };
        return { kind: 'token' as const, token: answer.token };
      })
      .finally(() => {
        delete entry.fetching;
      });
    return entry.fetching;
  };

  return {
    get: async (account) => {
      const entry = entryOf(account);
      const { held } = entry;
      // Also where the clock was set back since: then nobody knows how old it is.
      const age = held && Math.abs(clock.now() - held.since) / held.lifeMs;
      if (!held || age === undefined || age >= RENEW_UNTIL) return fetchInto(entry, account);
      // Nobody waits for a renewal while the old token is valid.
      if (age >= RENEW_FROM && !isWithin(RENEWAL_PAUSE_MS, entry.triedAt, clock.now())) {
        entry.triedAt = clock.now();
        void fetchInto(entry, account);
      }
      return { kind: 'token', token: held.token };
    },
    insteadOf: async (account, dead) => {
      const entry = entryOf(account);
      if (entry.held && entry.held.token.reveal() !== dead.reveal()) {
        return { kind: 'token', token: entry.held.token };
      }
      delete entry.held;
      return fetchInto(entry, account);
    },
    fetchNew: (account) => fetchInto(entryOf(account), account),
  };
}

/** The token in the answer of a token endpoint. */
export function tokenIn(answer: Exchange, usualLifeSeconds: number): NewToken {
  if (answer.kind !== 'answered') return { kind: 'none', reason: `no token: ${answer.reason}` };
  const fields = answer.status === 200 || answer.status === 201 ? readFields(answer.text) : undefined;
  const token = fields?.access_token;
  if (fields === undefined || typeof token !== 'string' || !TOKEN.test(token)) {
    return { kind: 'none', reason: `no token: HTTP ${answer.status}` };
  }
  const lifeSeconds = Math.min(wholeNumber(fields, 'expires_in') || usualLifeSeconds, LONGEST_LIFE_SECONDS);
  return { kind: 'token', token: new Secret(token), lifeMs: lifeSeconds * 1_000 };
}

/** One request fetches the token for all callers; each of them waits only as long as its own call may take. */
export async function tokenWithin(deadline: Deadline, token: Promise<TokenResult>): Promise<TokenResult> {
  const late = Promise.withResolvers<TokenResult>();
  const notOver = deadline.onOver(() =>
    late.resolve({ kind: 'none', reason: 'no token within the deadline' }),
  );
  try {
    return await Promise.race([token, late.promise]);
  } finally {
    notOver();
  }
}
