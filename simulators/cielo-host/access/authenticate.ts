import type { IncomingHttpHeaders } from 'node:http';
import { isMissing } from '../../host/fields.ts';
import { refuse } from '../errors.ts';
import type { Merchant } from './merchants.ts';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The merchant of a call's headers. Throws a refusal for credentials that are missing, malformed or wrong. */
export function authenticate(merchants: readonly Merchant[], headers: IncomingHttpHeaders): Merchant {
  const { merchantid: id, merchantkey: key } = headers;
  if (isMissing(id)) throw refuse('101');
  if (typeof id !== 'string' || !GUID.test(id)) throw refuse('114');
  if (isMissing(key)) throw refuse('131');
  const merchant = merchants.find(({ merchantId }) => merchantId.toLowerCase() === id.toLowerCase());
  if (merchant === undefined) throw refuse('115');
  if (merchant.merchantKey !== key) throw refuse('132');
  if (merchant.addressRefused) throw refuse('120');
  return merchant;
}
