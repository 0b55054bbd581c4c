const SPECIAL = /["\\]/;
const EACH_SPECIAL = /["\\]/g;

/**
 * PostgreSQL's text form of an array of texts and numbers; undefined and null become NULL. The driver's own looks for
 * special characters in each element twice, and in numbers too.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let literal = '';
  for (const value of values) literal += literal === '' ? elementOf(value) : `,${elementOf(value)}`;
  return `{${literal}}`;
}

function elementOf(value: unknown): string {
  if (value === undefined || value === null) return 'NULL';
  if (typeof value === 'number') return String(value);
  const text = String(value);
  return `"${SPECIAL.test(text) ? text.replace(EACH_SPECIAL, '\\$&') : text}"`;
}
