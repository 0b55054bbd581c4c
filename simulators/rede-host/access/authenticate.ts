import type { ApiVersion } from '../call.ts';
import type { Host } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { type Merchant, merchantOf } from './merchants.ts';

/** The merchant of a call. Throws a refusal for credentials that are missing, wrong, expired or of the other version. */
export function authenticate(host: Host, version: ApiVersion, authorization: string | undefined): Merchant {
  const bearer = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (version === 'v2') {
    const holder = bearer === undefined ? undefined : host.tokens.holder(bearer);
    if (holder === undefined) throw refuse('4030');
    return holder;
  }
  if (bearer !== undefined) throw refuse('370');
  if (authorization === undefined) throw refuse('26');
  const merchant = merchantOf(host.merchants, authorization);
  if (merchant === undefined) throw refuse('57');
  return merchant;
}
