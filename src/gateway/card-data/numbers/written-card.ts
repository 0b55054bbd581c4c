import { readDocument } from '../../../accounts/persons/index.ts';
import { isKnownCard } from './brand.ts';
import { MAX_DIGITS, MIN_DIGITS, passesLuhn } from './card-number.ts';
import { type Group, groupsOf, isHexDigit, type Tally } from './digit-groups.ts';
import { isDigit } from './plain-digits.ts';

const CNPJ_DIGITS = 14;
/** Of the digits of a card that are written in groups; phones, documents and order numbers have larger ones. */
const LARGEST_GROUP = 8;
/** Groups as small as those printed on cards may have other numbers beside them, such as the expiry. */
const LARGEST_PRINTED_GROUP = 4;
/** The end of a printed bank slip: a field of 6 or 11 digits, the check digit, the due date with the amount. */
const SLIP_FIELDS: readonly number[] = [6, 11];
const SLIP_TAIL_DIGITS = 14;
/** Of cards written in two groups, by the size of the first. */
const SECOND_OF_TWO: ReadonlyMap<number, number> = new Map([
  [6, 10],
  [4, 12],
]);
/** Between two numbers, rather than two groups of one. */
const PARTS_A_LIST = /[\n\r\t,;:|/]/;
/** Of twelve digits: a landline with the code of Brazil, or a mobile dialled with 0. A short number may stand before it. */
const PHONE_OF_TWELVE = /^(?:55[1-9]\d[2-5]\d{7}|0[1-9]\d9\d{8})$/;
/** MMYY, YYMM, 20YY. */
const EXPIRY = /^(?:(?:0[1-9]|1[0-2])\d\d|\d\d(?:0[1-9]|1[0-2])|20\d\d)$/;

/** First and last group of what may be one number. */
interface Window {
  readonly first: number;
  readonly last: number;
}

/** Where a hexadecimal word may be: read from here on, forwards or backwards. */
interface HexPlace {
  readonly from: number;
  readonly step: 1 | -1;
  readonly size: number;
  readonly separator: string;
}

/**
 * Whether a text of plain digits contains a number as cards are written: in one piece, in groups of one size with one
 * separator (the last may be smaller), in two groups of 6 and 10 or 4 and 12, or in the groups printed on cards, whatever
 * parts them. The run of such groups counts as a whole: a part of a longer one is no card, unless the rest is its expiry.
 */
export function holdsWrittenCard(text: string, tally: Tally): boolean {
  return new CardSearch(text, groupsOf(text, tally), tally).run();
}

class CardSearch {
  readonly #text: string;
  readonly #groups: readonly Group[];
  readonly #tally: Tally;
  #runEnd = 0;

  constructor(text: string, groups: readonly Group[], tally: Tally) {
    this.#text = text;
    this.#groups = groups;
    this.#tally = tally;
  }

  run(): boolean {
    // Nothing else begins within a run of one size; its last group may begin another.
    for (let index = 0; index < this.#groups.length; index = Math.max(index + 1, this.#runEnd)) {
      this.#tally.steps += 1;
      if (this.#startsCard(index, this.#size(index))) return true;
    }
    return false;
  }

  #startsCard(index: number, size: number): boolean {
    if (size >= MIN_DIGITS) return this.#isCardInOnePiece(index);
    if (size === 0 || size > LARGEST_GROUP) return false;
    if (this.#isRunOfOneSize(index) || this.#isInTwo(index)) return true;
    if (size !== LARGEST_PRINTED_GROUP) return false;
    return this.#isPrintedInThree(index) || (!this.#continuesFours(index) && this.#isPrintedInFours(index));
  }

  #isCardInOnePiece(index: number): boolean {
    return !this.#isSlipTail(index) && this.#isCard({ first: index, last: index });
  }

  #isSlipTail(index: number): boolean {
    return (
      this.#size(index) === SLIP_TAIL_DIGITS &&
      this.#size(index - 1) === 1 &&
      SLIP_FIELDS.includes(this.#size(index - 2)) &&
      this.#separator(index - 1) !== undefined &&
      this.#separator(index - 2) !== undefined
    );
  }

  /** 4-6-5 of American Express, 4-6-4 of Diners. */
  #isPrintedInThree(first: number): boolean {
    const last = first + 2;
    if (this.#size(first) !== 4 || this.#size(first + 1) !== 6) return false;
    if (this.#size(last) !== 5 && this.#size(last) !== 4) return false;
    const isOne = this.#separator(first) !== undefined && this.#separator(first + 1) !== undefined;
    return isOne && this.#isCard({ first, last });
  }

  #isPrintedInFours(first: number): boolean {
    if (this.#size(first) !== 4) return false;
    let last = first;
    while (this.#continuesFours(last + 1)) last += 1;
    this.#tally.steps += last - first;
    const groups = last - first + 1;
    if (groups < 4 || groups > 5 || this.#isHexBefore(first, 4) || this.#isHexAfter(last, 4)) return false;
    if (groups === 5) return this.#isWithExpiry({ first, last });
    if (this.#isCard({ first, last })) return true;
    const follows = this.#size(last + 1) === 3 && this.#separator(last) !== undefined;
    return follows && this.#isCard({ first, last: last + 1 });
  }

  /** A card and its expiry, in five groups of four with one separator. */
  #isWithExpiry({ first, last }: Window): boolean {
    const separator = this.#separator(first);
    for (let index = first; index < last; index += 1) if (this.#separator(index) !== separator) return false;
    if (EXPIRY.test(this.#digits(last)) && this.#isCard({ first, last: last - 1 })) return true;
    return EXPIRY.test(this.#digits(first)) && this.#isCard({ first: first + 1, last });
  }

  /** Two groups of 6 and 10 digits, or 4 and 12, without another beside them. */
  #isInTwo(first: number): boolean {
    const last = first + 1;
    const separator = this.#separator(first);
    const end = this.#groups[first]?.end ?? 0;
    if (separator?.length !== 1 || PARTS_A_LIST.test(separator)) return false;
    if (this.#size(last) !== SECOND_OF_TWO.get(this.#size(first))) return false;
    if (this.#text[end] !== separator || this.#hasNeighbour({ first, last }, separator)) return false;
    return !PHONE_OF_TWELVE.test(this.#digits(last)) && this.#isCard({ first, last });
  }

  /** Whether the separator leads to another group, or, when it is no blank, to anything: a word of letters in a UUID. */
  #hasNeighbour({ first, last }: Window, separator: string): boolean {
    if (this.#separator(first - 1) === separator || this.#separator(last) === separator) return true;
    if (separator.trim() === '') return false;
    const start = this.#groups[first]?.start ?? 0;
    return this.#text[start - 1] === separator || this.#text[this.#groups[last]?.end ?? 0] === separator;
  }

  /** Whether this group and the one before it have four digits and belong together. */
  #continuesFours(index: number): boolean {
    return this.#size(index) === 4 && this.#size(index - 1) === 4 && this.#separator(index - 1) !== undefined;
  }

  /** Groups of one size, parted by one separator. */
  #isRunOfOneSize(first: number): boolean {
    const separator = this.#separator(first);
    const size = this.#size(first);
    if (separator === undefined || !this.#continuesRun(first + 1, separator)) return false;
    let last = first + 1;
    while (this.#continuesRun(last + 1, separator)) last += 1;
    this.#runEnd = last;
    this.#tally.steps += last - first;
    const digits = size * (last - first + 1);
    const follows = this.#separator(last) === separator ? this.#size(last + 1) : 0;
    const more = follows < size ? follows : 0;
    if (digits > MAX_DIGITS || digits + more < MIN_DIGITS || this.#goesOnBefore(first, separator))
      return false;
    if (!this.#goesOnAfter(last, separator) && this.#isCard({ first, last })) return true;
    return (
      more > 0 && !this.#goesOnAfter(last + 1, separator, size) && this.#isCard({ first, last: last + 1 })
    );
  }

  /** Whether the group has the size of the one before it, and this separator parts the two. */
  #continuesRun(index: number, separator: string): boolean {
    const size = this.#size(index);
    return size > 0 && size === this.#size(index - 1) && this.#separator(index - 1) === separator;
  }

  /**
   * Whether a neighbour with the separator of a run shows that the run is part of something longer: any, of large groups;
   * of those as small as on cards only a hexadecimal word of their size.
   */
  #goesOnBefore(first: number, separator: string): boolean {
    const size = this.#size(first);
    if (size <= LARGEST_PRINTED_GROUP) return this.#isHexBefore(first, size, separator);
    return this.#separator(first - 1) === separator;
  }

  #goesOnAfter(last: number, separator: string, size = this.#size(last)): boolean {
    if (size <= LARGEST_PRINTED_GROUP) return this.#isHexAfter(last, size, separator);
    return this.#separator(last) === separator;
  }

  #isHexBefore(first: number, size: number, separator = this.#separator(first - 1)): boolean {
    const end = (this.#groups[first]?.start ?? 0) - (separator?.length ?? 0);
    if (separator === undefined || !this.#text.startsWith(separator, end)) return false;
    return this.#isHexWord({ from: end - 1, step: -1, size, separator });
  }

  #isHexAfter(last: number, size: number, separator = this.#separator(last)): boolean {
    const end = this.#groups[last]?.end ?? 0;
    if (separator === undefined || !this.#text.startsWith(separator, end)) return false;
    return this.#isHexWord({ from: end + separator.length, step: 1, size, separator });
  }

  /** Whether a word of `size` hexadecimal digits is here. After a blank, letters alone are a word of a language: `de`. */
  #isHexWord({ from, step, size, separator }: HexPlace): boolean {
    let count = 0;
    let letters = 0;
    for (; count <= size; count += 1) {
      const code = this.#text.charCodeAt(from + count * step);
      if (!isHexDigit(code)) break;
      if (!isDigit(code)) letters += 1;
    }
    this.#tally.steps += count;
    if (count !== size || letters === 0) return false;
    return letters < count || separator.trim() !== '';
  }

  #digits(index: number): string {
    const group = this.#groups[index];
    return group ? this.#text.slice(group.start, group.end) : '';
  }

  /** How many digits a group has; 0 for one that is part of a hexadecimal word, and where there is none. */
  #size(index: number): number {
    return this.#groups[index]?.size ?? 0;
  }

  #separator(index: number): string | undefined {
    return this.#groups[index]?.separator;
  }

  #isCard({ first, last }: Window): boolean {
    const from = this.#groups[first]?.start ?? 0;
    const to = this.#groups[last]?.end ?? 0;
    // With every separator that fits: more can be no card.
    if (to - from > MAX_DIGITS * 4) return false;
    this.#tally.steps += to - from;
    let digits = '';
    for (let at = from; at < to; at += 1) if (isDigit(this.#text.charCodeAt(at))) digits += this.#text[at];
    if (digits.length < MIN_DIGITS || digits.length > MAX_DIGITS) return false;
    return passesLuhn(digits) && isKnownCard(digits) && !isCnpj(digits);
  }
}

function isCnpj(digits: string): boolean {
  return digits.length === CNPJ_DIGITS && readDocument(digits, true) !== undefined;
}
