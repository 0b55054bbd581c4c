import { declineFor } from '../../abecs/index.ts';
import type { Decline, DeclineClass } from '../../connector.ts';
import { type Fields, group, identifier } from '../../http/index.ts';
import { RETURN_CODES, type Saying } from './return-codes.ts';

/** What a readable answer means. */
export type CodeVerdict =
  | { readonly says: Exclude<Saying, 'invalid_request'> }
  | { readonly says: 'declined'; readonly decline: Decline }
  | { readonly says: 'invalid_request'; readonly reason: string };

const BRAND_NAMES: ReadonlyMap<string, string> = new Map([
  ['AMERICAN EXPRESS', 'AMEX'],
  ['AMERICANEXPRESS', 'AMEX'],
  ['MASTER', 'MASTERCARD'],
]);
const REVERSIBLE: ReadonlySet<DeclineClass> = new Set([
  'soft_customer',
  'soft_technical',
  'wrong_function',
  'authentication',
]);
const GRANTS: ReadonlySet<string> = new Set<Saying>([
  'approved',
  'card_is_good',
  'redirect',
  'refunded',
  'refund_accepted',
]);
const SAYINGS: ReadonlySet<string> = new Set<Saying>(['duplicate', 'not_found', 'unknown']);
const APPROVALS = /^0+$/;

const rows = new Map(RETURN_CODES.flatMap((row) => row.codes.split(' ').map((code) => [code, row] as const)));

/**
 * Judges an answer, or the `authorization` of one that tells of a sale, by its return code and the brand's (docs/contract/acquirers.md A.8).
 * `brand` is the card's, for answers that name none. A code that nobody listed refuses where the status does, and
 * otherwise leaves it open.
 */
export function verdictOf(fields: Fields, status: number, brand?: string): CodeVerdict {
  const code = identifier(fields, 'returnCode');
  const row = code === undefined ? undefined : rows.get(canonical(code));
  const refuses = status >= 400;
  if (code === undefined) return { says: 'unknown' };
  if (row === undefined) {
    const decline = brandDecline(fields, brand);
    if (decline) return { says: 'declined', decline };
    return refuses ? { says: 'invalid_request', reason: `return code ${code}` } : { says: 'unknown' };
  }
  const { says, text } = row;
  if (says === 'invalid_request') return { says, reason: `return code ${code}: ${text}` };
  if (isSaying(says)) {
    // A status that refuses and a code that grants: one of them is wrong.
    return { says: refuses && GRANTS.has(says) ? 'unknown' : says };
  }
  const own = ownDecline(code, says, text);
  if (says === 'authentication') return { says: 'declined', decline: own };
  return { says: 'declined', decline: brandDecline(fields, brand) ?? authenticationDecline(fields) ?? own };
}

/** The refusal that stands in the table for a code of ours. */
export function declineOfCode(code: string): Decline {
  const verdict = verdictOf({ returnCode: code }, 422);
  if (verdict.says !== 'declined') throw new Error(`return code ${code} is no refusal`);
  return verdict.decline;
}

function ownDecline(code: string, declineClass: DeclineClass, text: string): Decline {
  return { code, message: text, declineClass, reversible: REVERSIBLE.has(declineClass) };
}

/** The refusal for want of proof, where no brand was asked and the group of the authentication tells it. */
function authenticationDecline(fields: Fields): Decline | undefined {
  const code = identifier(group(fields, 'threeDSecure'), 'returnCode');
  const row = code === undefined ? undefined : rows.get(canonical(code));
  if (code === undefined || row?.says !== 'authentication') return undefined;
  return ownDecline(code, row.says, row.text);
}

/** The refusal by the brand's own code, where there is one. */
function brandDecline(fields: Fields, cardBrand: string | undefined): Decline | undefined {
  const told = group(fields, 'brand');
  const code = identifier(told, 'returnCode');
  if (code === undefined || APPROVALS.test(code)) return undefined;
  return declineFor(brandName(told) ?? cardBrand, code, identifier(told, 'merchantAdviceCode'));
}

function brandName(told: Fields): string | undefined {
  if (typeof told.name !== 'string' || told.name === '') return undefined;
  const name = told.name.toUpperCase();
  return BRAND_NAMES.get(name) ?? name;
}

/** `00` and `0`, `03` and `3` are one code. */
function canonical(code: string): string {
  return code.replace(/^0+(?=.)/, '');
}

function isSaying(says: string): says is Exclude<Saying, 'invalid_request'> {
  return GRANTS.has(says) || SAYINGS.has(says);
}
