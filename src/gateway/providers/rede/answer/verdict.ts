import { declineFor } from '../../abecs/index.ts';
import { type Fields, group, identifier } from '../../http/index.ts';
import type { AuthorizeOutcome, Decline, DeclineClass, HostAnswer } from '../../outcome.ts';
import { type CodeMeaning, RETURN_CODES } from './return-codes.ts';

/** What a readable answer means. */
export type CodeVerdict =
  | { readonly kind: Exclude<CodeMeaning, 'invalid_request'> }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'invalid_request'; readonly reason: string };

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
const GRANTS: ReadonlySet<string> = new Set<CodeMeaning>([
  'approved',
  'card_is_good',
  'redirect',
  'refunded',
  'refund_accepted',
]);
const NEITHER: ReadonlySet<string> = new Set<CodeMeaning>(['duplicate', 'not_found', 'unknown']);
const APPROVALS = /^0+$/;

const rows = new Map(RETURN_CODES.flatMap((row) => row.codes.split(' ').map((code) => [code, row] as const)));

/**
 * Judges an answer, or the `authorization` inside the answer to a query, by its return code and the brand's
 * (docs/contract/acquirers.md A.8). `brand` is the card's, for answers that name none. An unlisted code means a refusal
 * if the status does, and is otherwise unknown.
 */
export function verdictOf(fields: Fields, status: number, brand?: string): CodeVerdict {
  const code = identifier(fields, 'returnCode');
  const row = code === undefined ? undefined : rows.get(canonical(code));
  const refuses = status >= 400;
  if (code === undefined) return { kind: 'unknown' };
  if (row === undefined) {
    const decline = brandDecline(fields, brand);
    if (decline) return { kind: 'declined', decline };
    return refuses ? { kind: 'invalid_request', reason: `return code ${code}` } : { kind: 'unknown' };
  }
  const { meaning, text } = row;
  if (meaning === 'invalid_request') return { kind: meaning, reason: `return code ${code}: ${text}` };
  if (refusesNothing(meaning)) {
    // A refusing status with an approving code: one of the two is wrong.
    return { kind: refuses && GRANTS.has(meaning) ? 'unknown' : meaning };
  }
  const own = ownDecline(code, meaning, text);
  if (meaning === 'authentication') return { kind: 'declined', decline: own };
  return { kind: 'declined', decline: brandDecline(fields, brand) ?? authenticationDecline(fields) ?? own };
}

/** The refusal for one of Rede's codes in the table. */
export function declineOfCode(code: string): Decline {
  const verdict = verdictOf({ returnCode: code }, 422);
  if (verdict.kind !== 'declined') throw new Error(`return code ${code} is no refusal`);
  return verdict.decline;
}

function ownDecline(code: string, declineClass: DeclineClass, text: string): Decline {
  return { code, message: text, declineClass, reversible: REVERSIBLE.has(declineClass) };
}

/** The refusal for missing proof, where the brand was not asked and the result of the authentication tells it. */
function authenticationDecline(fields: Fields): Decline | undefined {
  const code = identifier(group(fields, 'threeDSecure'), 'returnCode');
  const row = code === undefined ? undefined : rows.get(canonical(code));
  if (code === undefined || row?.meaning !== 'authentication') return undefined;
  return ownDecline(code, row.meaning, row.text);
}

/** The refusal by the brand's own code, if there is one. */
function brandDecline(fields: Fields, cardBrand: string | undefined): Decline | undefined {
  const brandFields = group(fields, 'brand');
  const code = identifier(brandFields, 'returnCode');
  if (code === undefined || APPROVALS.test(code)) return undefined;
  return declineFor(brandName(brandFields) ?? cardBrand, code, identifier(brandFields, 'merchantAdviceCode'));
}

function brandName(brandFields: Fields): string | undefined {
  if (typeof brandFields.name !== 'string' || brandFields.name === '') return undefined;
  const name = brandFields.name.toUpperCase();
  return BRAND_NAMES.get(name) ?? name;
}

/** `00` and `0`, `03` and `3` are the same code. */
function canonical(code: string): string {
  return code.replace(/^0+(?=.)/, '');
}

function refusesNothing(meaning: string): meaning is Exclude<CodeMeaning, 'invalid_request'> {
  return GRANTS.has(meaning) || NEITHER.has(meaning);
}

/** A sale or check that Rede refused or has seen before; undefined for every other verdict. */
export function refusalOf(
  verdict: CodeVerdict,
  answer: HostAnswer,
): Extract<AuthorizeOutcome, { outcome: 'declined' | 'invalid_request' | 'duplicate' }> | undefined {
  switch (verdict.kind) {
    case 'declined':
      return { outcome: 'declined', decline: verdict.decline, answer };
    case 'invalid_request':
      return { outcome: 'invalid_request', reason: verdict.reason, answer };
    case 'duplicate':
      return { outcome: 'duplicate', answer };
    default:
      return undefined;
  }
}
