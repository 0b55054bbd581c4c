import { declineFor, schemeCodes } from '../../abecs/index.ts';
import { type Fields, identifier, list, message } from '../../http/index.ts';
import type { Decline, DeclineClass } from '../../outcome.ts';
import { CANCEL_CODES, type CancelMeaning, ERROR_CODES, rowsByCode, SALE_REFUSALS } from './return-codes.ts';

const saleRefusals = rowsByCode(SALE_REFUSALS);
const cancelCodes = rowsByCode(CANCEL_CODES);
const errorCodes = rowsByCode(ERROR_CODES);
const knownToSchemes: ReadonlySet<string> = new Set(schemeCodes);

const REVERSIBLE: ReadonlySet<DeclineClass> = new Set([
  'soft_customer',
  'soft_technical',
  'wrong_function',
  'authentication',
]);
/** A refusal without a code: queries may leave it out. */
const NOT_TOLD = '05';
const APPROVALS: ReadonlySet<string> = new Set(['0', '00', '4', '6', '11']);

/** Whether a code is Cielo's own, and not the card scheme's. */
export function isOwnCode(code: string): boolean {
  return APPROVALS.has(code) || (saleRefusals.has(code) && !knownToSchemes.has(code));
}

/** The refusal of a sale. Cielo passes the scheme's code on unchanged, or has one of its own. */
export function declineOfSale(
  brand: string | undefined,
  code: string | undefined,
  adviceCode: string | undefined,
): Decline {
  if (code === undefined || APPROVALS.has(code)) return declineFor(undefined, NOT_TOLD);
  const own = isOwnCode(code) ? saleRefusals.get(code) : undefined;
  return own ? ownDecline(code, own.meaning, own.text) : declineFor(brand, code, adviceCode);
}

export type CancelVerdict =
  | { readonly kind: Exclude<CancelMeaning, DeclineClass> }
  | { readonly kind: 'declined'; readonly decline: Decline };

/** What a cancel's return code means. One that is not listed proves nothing. */
export function cancelVerdict(code: string | undefined): CancelVerdict {
  const row = code === undefined ? undefined : cancelCodes.get(canonical(code));
  if (code === undefined || row === undefined) return { kind: 'unknown' };
  switch (row.meaning) {
    case 'done':
    case 'busy':
    case 'not_found':
    case 'unknown':
      return { kind: row.meaning };
    default:
      return { kind: 'declined', decline: ownDecline(code, row.meaning, row.text) };
  }
}

/** The refusal of a cancel for one of Cielo's codes in the table. */
export function declineOfCancel(code: string): Decline {
  const text = cancelCodes.get(code)?.text ?? '';
  return ownDecline(code, 'merchant_config', text);
}

export type ErrorVerdict =
  | { readonly kind: 'duplicate' | 'not_found' }
  | { readonly kind: 'declined'; readonly decline: Decline }
  | { readonly kind: 'invalid_request'; readonly reason: string };

/** What a list of errors means; undefined where the answer has none. Cielo answers them before it does anything. */
export function errorVerdict(fields: Fields): (ErrorVerdict & { readonly code: string }) | undefined {
  const [first] = list(fields, 'errors') ?? [];
  const code = first && identifier(first, 'code');
  if (first === undefined || code === undefined) return undefined;
  const row = errorCodes.get(code);
  switch (row?.meaning) {
    case 'duplicate':
    case 'not_found':
      return { kind: row.meaning, code };
    case 'state':
      return { kind: 'declined', decline: ownDecline(code, 'merchant_config', row.text), code };
    default: {
      const text = row?.text ?? message(first, 'message');
      return { kind: 'invalid_request', reason: `return code ${code}${text ? `: ${text}` : ''}`, code };
    }
  }
}

function ownDecline(code: string, declineClass: DeclineClass, text: string): Decline {
  return { code, message: text, declineClass, reversible: REVERSIBLE.has(declineClass) };
}

/** `00` and `0` are the same code. */
function canonical(code: string): string {
  return code.replace(/^0+(?=.)/, '');
}
