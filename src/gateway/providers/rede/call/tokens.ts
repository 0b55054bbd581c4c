import { createHash } from 'node:crypto';
import type { Secret } from '../../../../platform/secret.ts';
import type { Clock } from '../../../../platform/time/clock.ts';
import {
  createTokenCache,
  type Deadline,
  type HttpLink,
  type TokenCache,
  tokenIn,
} from '../../http/index.ts';
import type { RedeAccount } from './settings.ts';

/**
 * Rede's tokens live for 24 minutes and should be renewed between minutes 15 and 23 (docs/contract/acquirers.md A.1).
 */
const USUAL_LIFE_SECONDS = 1_440;

export type Tokens = TokenCache<RedeAccount>;

/** Keeps one token for each account and set of credentials. */
export function createTokens(options: { link: HttpLink; clock: Clock; newDeadline: () => Deadline }): Tokens {
  const { link, clock, newDeadline } = options;
  return createTokenCache({
    clock,
    nameOf,
    request: async ({ pv, key, tokenAddress }) =>
      tokenIn(
        await link.exchange(
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
          newDeadline(),
        ),
        USUAL_LIFE_SECONDS,
      ),
  });
}

/** Changed settings get their own token. */
function nameOf({ id, tokenAddress, pv, key }: RedeAccount): string {
  const credentials = createHash('sha256')
    .update(JSON.stringify([pv, key.reveal()]))
    .digest('base64');
  return `${id} ${tokenAddress} ${credentials}`;
}

export function basicAuthorization(pv: string, key: Secret): string {
  return `Basic ${Buffer.from(`${pv}:${key.reveal()}`, 'utf8').toString('base64')}`;
}
