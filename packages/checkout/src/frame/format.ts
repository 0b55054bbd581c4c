const LONGEST_NUMBER = 19;

/** In groups as on the card: groups of four, for Amex 4-6-5. */
export function groupedNumber(typed: string): string {
  const digits = onlyDigits(typed).slice(0, LONGEST_NUMBER);
  return digits.replace(/^3[47]/.test(digits) ? /(^.{4}|.{6})(?=.)/g : /.{4}(?=.)/g, '$& ');
}

const MONTH = '(0?[1-9]|1[0-2])';
const MONTH_FIRST = new RegExp(`^${MONTH}\\D{1,3}((?:20)?\\d\\d)$`);
const YEAR_FIRST = new RegExp(`^(20\\d\\d)\\D{0,3}${MONTH}$`);

/** Month and year in every form that people type and browsers fill in; as far as they go where they are not complete. */
export function readExpiration(typed: string): { readonly month: string; readonly year: string } {
  const text = typed.trim();
  const [, lastYear = '', itsMonth = ''] = YEAR_FIRST.exec(text) ?? [];
  const [, month = itsMonth, year = lastYear] =
    MONTH_FIRST.exec(text) ??
    /^(0[1-9]|1[0-2])((?:20)?\d\d)$/.exec(text) ??
    (lastYear ? [] : (/^([1-9])((?:20)?\d\d)$/.exec(text) ?? /^(\d{1,2})\D*(\d{0,4})$/.exec(text) ?? []));
  return { month: month.length === 1 ? `0${month}` : month, year };
}

/** With two digits for the month and the slash after it, as soon as it is clear which digits are the month. */
export function writtenExpiration(typed: string): string {
  const text = typed.trim();
  const digits = onlyDigits(text);
  // Not after the 1 of 10, 11 and 12.
  const [, lastYear, itsMonth] = /^(20\d\d)\D{0,3}(0[1-9]|1[0-2]|[2-9])$/.exec(text) ?? [];
  if (lastYear && itsMonth) return `${itsMonth.padStart(2, '0')}/${lastYear.slice(2)}`;
  if (/^20\d/.test(text)) return text.slice(0, 7);
  const [, month, rest = ''] =
    /^([1-9]|0[1-9]|1[0-2])\D+(\d{0,4})/.exec(text) ??
    /^([1-9])(20\d\d)$/.exec(text) ??
    /^(0[1-9]|1[0-2])(.{1,4})/.exec(digits) ??
    // Years begin with 2 or more.
    /^([2-9](?=[2-9])|1(?=[3-9]))(.{1,4})/.exec(digits) ??
    [];
  return month ? `${month.padStart(2, '0')}/${rest}` : digits.slice(0, 6);
}

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
