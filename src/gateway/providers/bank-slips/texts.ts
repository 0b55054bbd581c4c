import { asciiText } from '../texts.ts';

/** As banks take names and addresses: letters without accents, cut to so many. A dot where nothing is left. */
export function bankText(text: string, most: number): string {
  return asciiText(text.replaceAll(/[–—]/g, '-'), most) ?? '.';
}

const REAIS = /^(\d{1,11})(?:\.(\d{1,2}))?$/;
const FILLED = /^\d{12,17}$/;

/** Centavos of what a bank writes as `300.00`, 300, or 17 digits of centavos; undefined for no amount. */
export function centavosIn(value: unknown): number | undefined {
  if (typeof value === 'number')
    return Number.isFinite(value) && value >= 0 ? Math.round(value * 100) : undefined;
  if (typeof value !== 'string') return undefined;
  if (FILLED.test(value)) return Number(value);
  const [, reais, centavos = ''] = REAIS.exec(value) ?? [];
  return reais === undefined ? undefined : Number(`${reais}${centavos.padEnd(2, '0')}`);
}

const DAY = /^\d{4}-\d{2}-\d{2}/;

/** The local day in a date or a moment. */
export function dayPart(value: unknown): string | undefined {
  return typeof value === 'string' ? DAY.exec(value)?.[0] : undefined;
}

/** Noon of a day, where the bank tells no time; undefined for no date. */
export function momentIn(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value.length === 10 ? `${value}T12:00:00-03:00` : value);
  return Number.isNaN(at) ? undefined : at;
}

export function matching(value: unknown, form: RegExp): string | undefined {
  return typeof value === 'string' && form.test(value) ? value : undefined;
}
