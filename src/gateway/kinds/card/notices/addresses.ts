import { type DerivedTokens, isDerivedToken } from '../../../../platform/derived-tokens.ts';

/** Path of the address at which acquirers tell changes, before the number of the account and its token. */
export const ACQUIRER_NOTICES_PATH = '/acquirer/';

/**
 * Where acquirers tell what changed of a sale: an address for each account, which nobody can guess. What is told there is not
 * believed; the token only keeps strangers from making us ask acquirers.
 */
export interface AcquirerNoticeAddresses {
  urlOf(accountId: number): string;
  isOf(accountId: number, token: string): boolean;
}

export function createAcquirerNoticeAddresses({
  tokens,
  publicUrl,
}: {
  readonly tokens: DerivedTokens;
  publicUrl(): string;
}): AcquirerNoticeAddresses {
  const tokenOf = (accountId: number) => tokens.of(String(accountId));
  return {
    urlOf: (accountId) => `${publicUrl()}${ACQUIRER_NOTICES_PATH}${accountId}/${tokenOf(accountId)}`,
    // By their hashes: how long it takes tells nothing of the token.
    isOf: (accountId, token) =>
      isDerivedToken(token) && tokens.hash(token) === tokens.hash(tokenOf(accountId)),
  };
}
