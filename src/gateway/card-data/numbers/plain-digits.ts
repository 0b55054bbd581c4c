const DIGIT_OF_ANY_SCRIPT = /\p{Nd}/u;
const OTHER_DIGITS = /(?![0-9])\p{Nd}/gu;
/** Letters and words in one character, of which NFKC makes up to eighteen, none of them a digit. */
const WORDS_IN_ONE_CHARACTER = /[\u3300-\u3357\ufb50-\ufdff]/gu;
const SOME_LETTER = 'x';

/** The text after NFKC, with the digits of every script as 0 to 9. */
export function withPlainDigits(text: string): string {
  return text
    .replace(WORDS_IN_ONE_CHARACTER, SOME_LETTER)
    .normalize('NFKC')
    .replace(OTHER_DIGITS, (digit) => String(digitValue(digit)));
}

/** In each script the ten digits are consecutive, starting with 0. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT_OF_ANY_SCRIPT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
