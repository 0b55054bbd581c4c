import { MIN_DIGITS } from './card-number.ts';
import type { Tally } from './digit-groups.ts';
import { isDigit, withPlainDigits } from './plain-digits.ts';
import { holdsWrittenCard } from './written-card.ts';

/** One character of a compatibility form holds two digits at most: `⑳`. */
const MAX_DIGITS_OF_CHARACTER = 2;
/** Of searches whose cost nobody asks for. */
const UNREAD: Tally = { steps: 0 };

/**
 * Whether a text contains a card number in clear: `own`, the number of the sale (digits only), whatever stands between
 * its digits; or any other number of a known card range with the right length and check digit, as cards are written
 * (`holdsWrittenCard`). Digits of every script count, after NFKC. A valid CNPJ is not a card number, and neither are
 * parts of hexadecimal words and of longer numbers in groups. The cost is linear in the length of the text; `tally`
 * counts it.
 */
export function exposesCardNumber(text: string, own?: string, tally: Tally = UNREAD): boolean {
  if (text.length * MAX_DIGITS_OF_CHARACTER < MIN_DIGITS) return false;
  tally.steps += text.length;
  const { digits, isAscii } = countDigits(text);
  if (digits < MIN_DIGITS) return false;
  const plain = isAscii ? text : withPlainDigits(text);
  tally.steps += isAscii ? 0 : text.length + plain.length;
  const found = lookThrough(plain, own, tally);
  return found === 'own' || (found === 'run' && holdsWrittenCard(plain, tally));
}

/**
 * How many digits a text contains; a character that NFKC may turn into digits counts as that many. Computed for every
 * text of every sale, and almost always enough to rule a number out.
 */
function countDigits(text: string): { digits: number; isAscii: boolean } {
  let digits = 0;
  let others = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) digits += 1;
    else if (code > 127) others += 1;
  }
  return { digits: digits + others * MAX_DIGITS_OF_CHARACTER, isAscii: others === 0 };
}

/**
 * Whether the digits of the sale's own number are there in their order, whatever is between them; else whether there is
 * a run of as many digits as a card has without a letter of ASCII in between.
 */
function lookThrough(text: string, own: string | undefined, tally: Tally): 'own' | 'run' | 'none' {
  const search = own === undefined ? undefined : new DigitSearch(own, tally);
  let run = 0;
  let hasRun = false;
  tally.steps += text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      run += 1;
      if (run === MIN_DIGITS) hasRun = true;
      if (search?.endsWith(code)) return 'own';
    } else if (isAsciiLetter(code)) {
      run = 0;
    }
  }
  return hasRun ? 'run' : 'none';
}

/** Finds one number in the digits that it is given one after the other. */
class DigitSearch {
  readonly #number: string;
  readonly #tally: Tally;
  #restarts: readonly number[] | undefined;
  #matched = 0;

  constructor(number: string, tally: Tally) {
    this.#number = number;
    this.#tally = tally;
  }

  /** Whether the number ends with this digit. */
  endsWith(digit: number): boolean {
    while (this.#matched > 0 && this.#number.charCodeAt(this.#matched) !== digit) {
      // After one digit the search starts again from none, which is most often so: no table is needed.
      if (this.#matched > 1) this.#restarts ??= restartsOf(this.#number);
      this.#matched = this.#restarts?.[this.#matched - 1] ?? 0;
      this.#tally.steps += 1;
    }
    if (this.#number.charCodeAt(this.#matched) === digit) this.#matched += 1;
    return this.#matched === this.#number.length;
  }
}

/** For each beginning of the digits, how much of its end is a beginning itself: where a search goes on (Knuth, Morris, Pratt). */
function restartsOf(digits: string): readonly number[] {
  const restarts = [0];
  let length = 0;
  for (let at = 1; at < digits.length; at += 1) {
    while (length > 0 && digits[at] !== digits[length]) length = restarts[length - 1] ?? 0;
    if (digits[at] === digits[length]) length += 1;
    restarts.push(length);
  }
  return restarts;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
