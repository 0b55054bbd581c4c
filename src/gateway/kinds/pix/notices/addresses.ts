import { boundedCache } from '../../../../platform/bounded-cache.ts';
import { type DerivedTokens, isDerivedToken } from '../../../../platform/derived-tokens.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import type { PixAccountStore } from './account-store.ts';

/** Path of the address at which banks tell payments, before its token. */
export const NOTICES_PATH = '/pix/';
/** Accounts whose tokens are remembered; they never change. */
const MAX_REMEMBERED = 10_000;

/**
 * Where banks tell payments: an address for each account, which nobody can guess. What is told there is believed as little as
 * anything else; the token only keeps strangers from making us ask banks.
 */
export interface NoticeAddresses {
  /** As it is registered at the bank, which puts `/pix` behind it. Works from then on. */
  urlOf(accountId: number): Promise<string>;
  /** Undefined for a token that was never given out. */
  accountOf(token: string): Promise<number | undefined>;
  /** Of one that this process has seen lately; asks nobody. */
  remembered(token: string): number | undefined;
}

export function createNoticeAddresses({
  store,
  tokens,
  clock,
  publicUrl,
}: {
  readonly store: Pick<PixAccountStore, 'add' | 'byTokenHash'>;
  readonly tokens: DerivedTokens;
  readonly clock: Clock;
  publicUrl(): string;
}): NoticeAddresses {
  const known = boundedCache<string, number>(MAX_REMEMBERED);
  return {
    urlOf: async (accountId) => {
      const token = tokens.of(String(accountId));
      const hash = tokens.hash(token);
      if (known.get(hash) === undefined) {
        const now = clock.now();
        const row = { accountId, tokenHash: hash, createdAt: now, nextAt: now };
        await store.add([{ ...row, listedUntil: undefined, told: undefined }]);
        known.set(hash, accountId);
      }
      return `${publicUrl()}${NOTICES_PATH}${token}`;
    },
    remembered: (token) => (isDerivedToken(token) ? known.get(tokens.hash(token)) : undefined),
    accountOf: async (token) => {
      if (!isDerivedToken(token)) return undefined;
      const hash = tokens.hash(token);
      const accountId = known.get(hash) ?? (await store.byTokenHash(hash))?.accountId;
      if (accountId !== undefined) known.set(hash, accountId);
      return accountId;
    },
  };
}
