import { readDocument } from '../../accounts/index.ts';
import { isKnownCard } from './brand.ts';
import { MAX_DIGITS, MIN_DIGITS, passesLuhn } from './card-number.ts';

/** One character of a compatibility form holds two digits at most: `⑳`. */
const MAX_DIGITS_OF_CHARACTER = 2;
const MAX_SEPARATOR = 3;
const LETTER = /\p{L}/u;
const DIGIT_OF_ANY_SCRIPT = /\p{Nd}/u;
const DIGITS_OF_ANY_SCRIPT = /\p{Nd}/gu;
const CNPJ_DIGITS = 14;
/** The groups in which numbers are printed on cards. */
const PRINTED_GROUPS: ReadonlySet<string> = new Set(['4444', '44443', '465', '464']);

/** Consecutive digits. */
interface Group {
  readonly digits: string;
  /** The separator before the next group; undefined when the two do not belong together, or there is no next group. */
  readonly separator: string | undefined;
}

/**
 * Whether a text contains a card number in clear: `own`, the number of the sale (digits only), however it is written;
 * or any other number of a known card range with the right length and check digit, written without separators, with one
 * repeated separator, or in the groups printed on cards. Digits of every script count, after NFKC. A valid CNPJ is not
 * a card number.
 */
export function exposesCardNumber(text: string, own?: string): boolean {
  const { digits, longestRun, isAscii } = measure(text);
  if (digits < MIN_DIGITS) return false;
  const plain = isAscii ? text : withPlainDigits(text);
  if (own !== undefined && holdsDigits(plain, own)) return true;
  if (longestRun < MIN_DIGITS) return false;
  const groups = groupsOf(plain);
  return groups.some((_, first) => startsCard(groups, first));
}

/**
 * How many digits a text contains, and the longest run of them without a letter in between; a character that NFKC may
 * turn into digits counts as that many. Computed for every text of every sale, and almost always enough to rule a
 * number out.
 */
function measure(text: string): { digits: number; longestRun: number; isAscii: boolean } {
  let digits = 0;
  let run = 0;
  let longestRun = 0;
  let isAscii = true;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) {
      digits += 1;
      run += 1;
    } else if (code > 127) {
      digits += MAX_DIGITS_OF_CHARACTER;
      run += MAX_DIGITS_OF_CHARACTER;
      isAscii = false;
    } else if (isAsciiLetter(code)) {
      run = 0;
    }
    if (run > longestRun) longestRun = run;
  }
  return { digits, longestRun, isAscii };
}

/** Whether the text contains these digits in this order, whatever is between them. */
function holdsDigits(text: string, digits: string): boolean {
  const first = digits.charCodeAt(0);
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) === first && continuesWith(text, at, digits)) return true;
  }
  return false;
}

function continuesWith(text: string, from: number, digits: string): boolean {
  let matched = 0;
  for (let at = from; at < text.length && matched < digits.length; at += 1) {
    const code = text.charCodeAt(at);
    if (!isDigit(code)) continue;
    if (code !== digits.charCodeAt(matched)) return false;
    matched += 1;
  }
  return matched === digits.length;
}

function withPlainDigits(text: string): string {
  return text.normalize('NFKC').replace(DIGITS_OF_ANY_SCRIPT, (digit) => String(digitValue(digit)));
}

/** In each script the ten digits are consecutive, starting with 0. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && DIGIT_OF_ANY_SCRIPT.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}

function groupsOf(text: string): readonly Group[] {
  const groups: Group[] = [];
  let at = nextDigit(text, 0);
  while (at < text.length) {
    const end = endOfDigits(text, at);
    const next = nextDigit(text, end);
    const between = text.slice(end, next);
    const parts = next === text.length || between.length > MAX_SEPARATOR || LETTER.test(between);
    groups.push({ digits: text.slice(at, end), separator: parts ? undefined : between });
    at = next;
  }
  return groups;
}

function nextDigit(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function endOfDigits(text: string, from: number): number {
  let at = from;
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1;
  return at;
}

function startsCard(groups: readonly Group[], first: number): boolean {
  let digits = '';
  let sizes = '';
  let separator: string | undefined;
  let isUniform = true;
  for (let index = first; index < groups.length; index += 1) {
    const group = groups[index];
    if (!group) return false;
    digits += group.digits;
    if (digits.length > MAX_DIGITS) return false;
    sizes += group.digits.length;
    const isCardLike = isUniform || PRINTED_GROUPS.has(sizes);
    if (digits.length >= MIN_DIGITS && isCardLike && isCard(digits)) return true;
    if (group.separator === undefined) return false;
    isUniform &&= separator === undefined || separator === group.separator;
    separator = group.separator;
  }
  return false;
}

function isCard(digits: string): boolean {
  return passesLuhn(digits) && isKnownCard(digits) && !isCnpj(digits);
}

function isCnpj(digits: string): boolean {
  return digits.length === CNPJ_DIGITS && readDocument(digits, true) !== undefined;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isAsciiLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}
