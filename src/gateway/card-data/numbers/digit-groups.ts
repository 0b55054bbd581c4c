import { isDigit } from './plain-digits.ts';

/** Counts the characters that a search looks at, so that its cost can be shown without a clock. */
export interface Tally {
  steps: number;
}

/** Consecutive digits of a text. */
export interface Group {
  /** Of the digits. */
  readonly start: number;
  readonly end: number;
  /** How many they are; 0 for part of a hexadecimal word. */
  readonly size: number;
  /** What stands before the next group; undefined when the two do not belong together, or no group follows. */
  readonly separator: string | undefined;
}

const MAX_SEPARATOR = 3;
const LETTER = /\p{L}/u;
/** Bytes and colours; longer hexadecimal words, from the groups of UUIDs to hashes, have a multiple of four digits. */
const SHORT_HEX_LENGTHS: readonly number[] = [2, 6];

/** What stands between two groups: whether its letters at each end belong to a hexadecimal word, and how many they are. */
interface Between {
  readonly end: number;
  /** Letters that touch the group before, if all of them are hexadecimal; else 0. */
  readonly after: number;
  /** Letters that touch the group after. */
  readonly before: number;
  /** Whether nothing but those letters stands between two groups: one word. */
  readonly isOneWord: boolean;
}

/** All groups of a text whose digits are plain. */
export function groupsOf(text: string, tally: Tally): readonly Group[] {
  tally.steps += text.length;
  const groups: Group[] = [];
  let between = readBetween(text, 0);
  while (between.end < text.length) {
    const start = between.end;
    let end = start;
    while (end < text.length && isDigit(text.charCodeAt(end))) end += 1;
    const next = readBetween(text, end);
    const size = isHexadecimal(between, end - start, next) ? 0 : end - start;
    groups.push({ start, end, size, separator: separatorIn(text, end, next) });
    between = next;
  }
  return groups;
}

/**
 * Letters of a to f touch the digits on both sides; or on one, in a word that changes between letters and digits again
 * or is as long as hexadecimal words are. Else a letter was typed beside a number: `4111111111111111e validade`.
 */
function isHexadecimal(left: Between, digits: number, right: Between): boolean {
  const letters = left.before + right.after;
  if (letters === 0) return false;
  if (left.before > 0 && right.after > 0) return true;
  if (left.isOneWord || right.isOneWord) return true;
  const length = digits + letters;
  return length % 4 === 0 || SHORT_HEX_LENGTHS.includes(length);
}

function readBetween(text: string, from: number): Between {
  let letters = 0;
  let areHex = true;
  let after = 0;
  let isFirst = true;
  let end = from;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (isDigit(code)) break;
    if (isLetter(code)) {
      letters += 1;
      areHex &&= isHexLetter(code);
      continue;
    }
    if (isFirst && areHex) after = letters;
    isFirst = false;
    letters = 0;
    areHex = true;
  }
  const before = areHex ? letters : 0;
  const isOneWord = isFirst && before > 0 && from > 0 && end < text.length;
  return { end, after: isFirst ? before : after, before, isOneWord };
}

/** The letters of a hexadecimal word are no part of what parts it from its neighbour. */
function separatorIn(text: string, from: number, { end, after, before }: Between): string | undefined {
  const [low, high] = [from + after, end - before];
  if (end === text.length || high <= low || high - low > MAX_SEPARATOR) return undefined;
  for (let at = low; at < high; at += 1) if (isLetter(text.charCodeAt(at))) return undefined;
  return text.slice(low, high);
}

function isLetter(code: number): boolean {
  if (code > 127) return LETTER.test(String.fromCharCode(code));
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

export function isHexDigit(code: number): boolean {
  return isDigit(code) || isHexLetter(code);
}

function isHexLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 102;
}
