import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { Secret } from '../../../../platform/secret.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import { isWithin } from '../../../../platform/time/is-within.ts';
import { type Deadline, type Fields, type HttpLink, readFields, wholeNumber } from '../../http/index.ts';
import type { RedeAccount } from './settings.ts';

/**
 * Rede's tokens live for 24 minutes and should be renewed between minutes 15 and 23 (docs/contract/acquirers.md A.1).
 */
const USUAL_LIFE_SECONDS = 1_440;
const LONGEST_LIFE_SECONDS = 86_400;
const RENEW_FROM = 15 / 24;
const RENEW_UNTIL = 23 / 24;
/** Between attempts to renew a token that is still valid. */
const RENEWAL_PAUSE_MS = 30_000;
const MAX_ACCOUNTS = 1_000;
const TOKEN = /^[\x21-\x7e]{1,8192}$/;

export type TokenResult =
  | { readonly kind: 'token'; readonly token: Secret }
  | { readonly kind: 'none'; readonly reason: string };

export interface Tokens {
  /** The account's token, shared by all its calls. */
  get(account: RedeAccount): Promise<TokenResult>;
  /** A token other than the one that the host rejected. */
  insteadOf(account: RedeAccount, dead: Secret): Promise<TokenResult>;
  /** Always a new one: shows whether the account's credentials are good. */
  fetchNew(account: RedeAccount): Promise<TokenResult>;
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
export function createTokens(options: { link: HttpLink; clock: Clock; newDeadline: () => Deadline }): Tokens {
  const { link, clock, newDeadline } = options;
  const entries = new LRUCache<string, Entry>({ max: MAX_ACCOUNTS });

  const entryOf = (account: RedeAccount): Entry => {
    const name = nameOf(account);
    const known = entries.get(name);
    if (known) return known;
    const entry: Entry = { triedAt: Number.NEGATIVE_INFINITY };
    entries.set(name, entry);
    return entry;
  };

  const fetchInto = (entry: Entry, account: RedeAccount): Promise<TokenResult> => {
    entry.fetching ??= requestToken(link, account, newDeadline())
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

/** Changed settings get their own token. */
function nameOf({ id, tokenAddress, pv, key }: RedeAccount): string {
  const credentials = createHash('sha256')
    .update(JSON.stringify([pv, key.reveal()]))
    .digest('base64');
  return `${id} ${tokenAddress} ${credentials}`;
}

type NewToken =
  | { readonly kind: 'token'; readonly token: Secret; readonly lifeMs: number }
  | { readonly kind: 'none'; readonly reason: string };

async function requestToken(link: HttpLink, account: RedeAccount, deadline: Deadline): Promise<NewToken> {
  const { pv, key, tokenAddress } = account;
  const answer = await link.exchange(
    {
      method: 'POST',
      url: new URL(tokenAddress),
      headers: {
        authorization: basicAuthorization(pv, key),
        'content-type': 'application/x-www-form-urlencoded',
        accept: 'application/json',
      },
      body: 'grant_type=client_credentials',
    },
    deadline,
  );
  if (answer.kind !== 'answered') return { kind: 'none', reason: `no token: ${answer.reason}` };
  const fields = answer.status === 200 || answer.status === 201 ? readFields(answer.text) : undefined;
  const token = fields?.access_token;
  if (fields === undefined || typeof token !== 'string' || !TOKEN.test(token)) {
    return { kind: 'none', reason: `no token: HTTP ${answer.status}` };
  }
  return { kind: 'token', token: new Secret(token), lifeMs: lifeSecondsOf(fields) * 1_000 };
}

function lifeSecondsOf(fields: Fields): number {
  const lifeSeconds = wholeNumber(fields, 'expires_in') || USUAL_LIFE_SECONDS;
  return Math.min(lifeSeconds, LONGEST_LIFE_SECONDS);
}

export function basicAuthorization(pv: string, key: Secret): string {
  return `Basic ${Buffer.from(`${pv}:${key.reveal()}`, 'utf8').toString('base64')}`;
}
