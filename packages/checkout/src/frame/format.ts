const LONGEST_NUMBER = 19;

/** In groups as on the card: groups of four, for Amex 4-6-5. */
export function groupedNumber(typed: string): string {
  const digits = onlyDigits(typed).slice(0, LONGEST_NUMBER);
  return digits.replace(/^3[47]/.test(digits) ? /(^.{4}|.{6})(?=.)/g : /.{4}(?=.)/g, '$& ');
}

/** Month and year of what `writtenExpiration` shows, as far as they go where they are not complete. */
export function readExpiration(shown: string): { readonly month: string; readonly year: string } {
  const [month = '', year = ''] = shown.split('/');
  return { month, year };
}

/** With two digits for the month and the slash after it, as soon as it is clear which digits are the month. */
export function writtenExpiration(typed: string): string {
  const text = typed.trim().replace(/^20(\d\d)\D{0,3}(0[1-9]|1[0-2]|[2-9])$/, '$2/$1');
  // Not after the 1 of 10, 11 and 12; years begin with 2 or more.
  const [, month, year] =
    /^(0[1-9]|[1-9](?=\D|20\d\d$)|1[0-2]|[2-9](?=[2-9])|1(?=[3-9]))\D*(\d{0,4})/.exec(text) ?? [];
  return month ? `${month.padStart(2, '0')}/${year}` : onlyDigits(text).slice(0, 6);
}

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
