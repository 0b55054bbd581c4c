import { isMissing } from '../../host/fields.ts';
import { type HostCode, refuse } from '../errors.ts';

/** A text of a pattern; undefined for a missing one without a code for that. Numbers count as text. */
export function readText(
  value: unknown,
  pattern: RegExp,
  codes: { readonly wrong: HostCode; readonly missing?: HostCode },
): string | undefined {
  if (isMissing(value)) {
    if (codes.missing) throw refuse(codes.missing);
    return undefined;
  }
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string' || !pattern.test(text)) throw refuse(codes.wrong);
  return text;
}

/** A whole number of cents above zero, of at most fifteen digits. */
export function readAmount(value: unknown): number {
  const amount = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount < 1) throw refuse('108');
  return amount;
}
