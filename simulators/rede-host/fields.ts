import { isMissing } from '../host/fields.ts';
import { type HostCode, refuse } from './return-codes.ts';

/** Return codes for an invalid field. */
export interface FieldCodes {
  readonly missing?: HostCode;
  readonly size?: HostCode;
  readonly format: HostCode;
}

/**
 * A text within its size and pattern; undefined for a missing optional one. With `digits`, numbers count as text:
 * official samples send both.
 */
export function readText(
  value: unknown,
  codes: FieldCodes,
  rule: { readonly maxLength: number; readonly pattern: RegExp; readonly digits?: boolean },
): string | undefined {
  if (isMissing(value)) {
    if (codes.missing) throw refuse(codes.missing);
    return undefined;
  }
  const text = rule.digits && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') throw refuse(codes.format);
  if (codes.size && text.length > rule.maxLength) throw refuse(codes.size);
  if (!rule.pattern.test(text)) throw refuse(codes.format);
  return text;
}

export function readBoolean(value: unknown, format: HostCode, otherwise: boolean): boolean {
  if (value === undefined) return otherwise;
  if (typeof value !== 'boolean') throw refuse(format);
  return value;
}
