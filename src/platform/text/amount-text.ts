/** Twelve digits, as for all amounts. */
const MAX_CENTAVOS = 999_999_999_999;
/** Of a centavo: what the arithmetic of a program leaves behind, and no price has. */
const TOLERANCE = 1e-6;
const CENTAVO_PLACES = 2;

const CURRENCY = /^R\$/i;
const PLAIN = /^(\d{1,12})(?:[.,](\d{1,30}))?$/;
/** `1.234`, `1.234,5`: what a browser writes for Brazil. */
const POINTS = /^(\d{1,3}(?:\.\d{3}){1,3})(?:,(\d{1,30}))?$/;
/** `1,234.56`: what a machine set to English writes. */
const COMMAS = /^(\d{1,3}(?:,\d{3}){1,3})\.(\d{1,30})$/;

/** Whole centavos, or why a text is none: `too_fine` has a part of a centavo. */
export type ReadAmount = number | 'too_fine' | 'unreadable';

/**
 * Reads an amount in reais as people and programs write it: `40,00`, `300.00`, `10`, `R$ 26,00` (with any blank), `1.234,5`,
 * `1.234` (one thousand two hundred and thirty-four), `1,234.56`, and `24,599999999999998` as `24,60`.
 */
export function readAmountText(text: string): ReadAmount {
  const bare = text.trim().replace(CURRENCY, '').trim();
  const match = POINTS.exec(bare) ?? COMMAS.exec(bare) ?? PLAIN.exec(bare);
  const [, whole = '', fraction = ''] = match ?? [];
  if (whole === '') return 'unreadable';
  const down = Number(
    whole.replaceAll(/[.,]/g, '') + fraction.slice(0, CENTAVO_PLACES).padEnd(CENTAVO_PLACES, '0'),
  );
  const rest = Number(`0.${fraction.slice(CENTAVO_PLACES)}0`);
  if (rest > TOLERANCE && rest < 1 - TOLERANCE) return 'too_fine';
  const centavos = rest > TOLERANCE ? down + 1 : down;
  return centavos <= MAX_CENTAVOS ? centavos : 'unreadable';
}
