import { type HostCode, refuse } from './return-codes.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Return codes for an invalid field. */
export interface FieldCodes {
  readonly missing?: HostCode;
  readonly size?: HostCode;
  readonly format: HostCode;
}

/** Absent, null and the empty text all count as missing. */
export function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** An object, or an empty one for anything else. */
export function objectOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
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
