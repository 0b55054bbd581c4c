const LONGEST_NUMBER = 19;

/** In groups as on the card: groups of four, for Amex 4-6-5. */
export function groupedNumber(typed: string): string {
  const digits = onlyDigits(typed).slice(0, LONGEST_NUMBER);
  return digits.replace(/^3[47]/.test(digits) ? /(^.{4}|.{6})(?=.)/g : /.{4}(?=.)/g, '$& ');
}

/** `1235`, `12/35` and `12/2035`, as filled in by browsers: month and year. */
export function readExpiration(typed: string): { readonly month: string; readonly year: string } {
  const [, month = '', year = ''] = /^(\d{1,2})\D*(\d{0,4})$/.exec(typed.trim()) ?? [];
  return { month, year };
}

/** With the slash after the month. */
export function writtenExpiration(typed: string): string {
  const digits = onlyDigits(typed).slice(0, 6);
  return digits.length > 2 ? `${digits.slice(0, 2)}/${digits.slice(2)}` : digits;
}

export function onlyDigits(text: string): string {
  return text.replace(/\D/g, '');
}
