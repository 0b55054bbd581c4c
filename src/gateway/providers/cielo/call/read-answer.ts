import type { Fields } from '../../http/index.ts';

/**
 * The object of a JSON text, with the names of all members in small letters: Cielo itself writes `PaymentId` and
 * `Paymentid`. A list of errors, or a single one, becomes the member `errors`. Undefined for anything else.
 */
export function readAnswer(text: string): Fields | undefined {
  let value: unknown;
  try {
    value = inSmallLetters(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (Array.isArray(value)) return { errors: value };
  if (!isFields(value)) return undefined;
  return value.code !== undefined && value.payment === undefined ? { errors: [value] } : value;
}

function inSmallLetters(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSmallLetters);
  if (!isFields(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toLowerCase(), inSmallLetters(inner)]),
  );
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
