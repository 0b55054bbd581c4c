export const MIN_DIGITS = 13;
export const MAX_DIGITS = 19;
const BIN_DIGITS = 6;
const LAST_DIGITS = 4;

const DIGITS = /^[0-9]+$/;
const GROUPING = /[ -]/g;
const ZERO = 48;

/** The number as buyers type it, without the spaces and hyphens that group its digits. */
export function normalizeCardNumber(text: string): string {
  return text.replace(GROUPING, '');
}

/** True for 13 to 19 digits that pass Luhn (docs/contract/decided.md 3). Takes a normalized number. */
export function isCardNumber(digits: string): boolean {
  if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
  return DIGITS.test(digits) && passesLuhn(digits);
}

/** The check digit rule of ISO/IEC 7812. Takes digits only. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  let doubled = false;
  for (let index = digits.length - 1; index >= 0; index -= 1) {
    const digit = digits.charCodeAt(index) - ZERO;
    if (!doubled) sum += digit;
    else sum += digit > 4 ? digit * 2 - 9 : digit * 2;
    doubled = !doubled;
  }
  return sum % 10 === 0;
}

/** First 6 and last 4 digits, one asterisk for each digit between. Takes a number of 13 digits or more. */
export function maskCardNumber(digits: string): string {
  const hidden = '*'.repeat(Math.max(0, digits.length - BIN_DIGITS - LAST_DIGITS));
  return `${binOf(digits)}${hidden}${lastFourOf(digits)}`;
}

/** Bank identification number: the first 6 digits. */
export function binOf(digits: string): string {
  return digits.slice(0, BIN_DIGITS);
}

export function lastFourOf(digits: string): string {
  return digits.slice(-LAST_DIGITS);
}
