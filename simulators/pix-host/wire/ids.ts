import { randomInt } from 'node:crypto';

const ISPB = '99999004';
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const SUFFIX_LENGTH = 11;

/** `E…` of a payment, `D…` of a return: the payer's bank, the minute in UTC, and a suffix. */
export function endToEndId(at: number, first: 'E' | 'D' = 'E'): string {
  const minute = new Date(at).toISOString().replaceAll(/\D/g, '').slice(0, 12);
  const suffix = Array.from({ length: SUFFIX_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${first}${ISPB}${minute}${suffix}`;
}
