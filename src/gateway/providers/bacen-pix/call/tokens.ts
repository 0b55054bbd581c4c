import { createHash } from 'node:crypto';
import type { Clock } from '../../../../platform/time/clock.ts';
import {
  createTokenCache,
  type Deadline,
  type HttpLink,
  type TokenCache,
  tokenIn,
} from '../../http/index.ts';
import { SCOPES } from '../profiles/profiles.ts';
import type { BankAccess } from './settings.ts';

/** Where the answer does not tell. */
const USUAL_LIFE_SECONDS = 300;

/** The credentials, the certificate or the scopes are not taken. */
const REFUSALS = [400, 401, 403];

export type BankTokens = TokenCache<BankAccess>;

/** Keeps one token for each account, set of credentials and certificate. */
export function createBankTokens(options: {
  link: HttpLink;
  clock: Clock;
  newDeadline: () => Deadline;
  onRefused: () => void;
}): BankTokens {
  const { link, clock, newDeadline, onRefused } = options;
  return createTokenCache({
    clock,
    nameOf,
    request: async (account) => {
      const answer = await link.exchange(tokenRequest(account), newDeadline());
      if (answer.kind === 'answered' && REFUSALS.includes(answer.status)) onRefused();
      return tokenIn(answer, USUAL_LIFE_SECONDS);
    },
  });
}

function tokenRequest(account: BankAccess) {
  const { profile, clientId, clientSecret, tokenAddress, certificate } = account;
  const { style, body, scopes } = profile.token;
  const secret = clientSecret?.reveal() ?? '';
  const fields: Record<string, string> = {
    grant_type: 'client_credentials',
    ...(style === 'basic' ? {} : { client_id: clientId }),
    ...(style === 'body' ? { client_secret: secret } : {}),
    ...(scopes ? { scope: SCOPES } : {}),
  };
  return {
    method: 'POST',
    url: new URL(tokenAddress),
    headers: {
      'content-type': body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded',
      accept: 'application/json',
      'user-agent': 'Guiche',
      ...(style === 'basic' ? { authorization: basicAuthorization(clientId, secret) } : {}),
    },
    body: body === 'json' ? JSON.stringify(fields) : new URLSearchParams(fields).toString(),
    identity: certificate.identity,
  } as const;
}

function nameOf({ id, tokenAddress, clientId, clientSecret, certificate }: BankAccess): string {
  const credentials = createHash('sha256')
    .update(JSON.stringify([clientId, clientSecret?.reveal(), certificate.identity.name]))
    .digest('base64');
  return `${id} ${tokenAddress} ${credentials}`;
}

function basicAuthorization(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`, 'utf8').toString('base64')}`;
}
