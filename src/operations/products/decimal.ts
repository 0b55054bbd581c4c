/** Largest scaled value: twelve digits, as for amounts everywhere. */
const MAX_SCALED = 999_999_999_999;
const PLAIN = /^(\d{1,12})(?:[.,](\d{1,4}))?$/;
const WITH_THOUSANDS = /^(\d{1,3}(?:\.\d{3}){1,3}),(\d{1,4})$/;

/**
 * Reads a decimal as people and programs write it (`12,5`, `12.50`, `1.234,56`) into whole units of its last place:
 * `12,5` with two places is 1250. Undefined for anything else, such as more places, a sign, or too large a number.
 */
export function readDecimal(text: string, places: number): number | undefined {
  const match = PLAIN.exec(text.trim()) ?? WITH_THOUSANDS.exec(text.trim());
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '' || fraction.length > places) return undefined;
  const scaled = Number(whole.replaceAll('.', '') + fraction.padEnd(places, '0'));
  return scaled <= MAX_SCALED ? scaled : undefined;
}
