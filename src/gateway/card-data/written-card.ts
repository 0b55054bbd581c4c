import { readDocument } from '../../accounts/index.ts';
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

/** First and last group of what may be one number. */
interface Window {
  readonly first: number;
  readonly last: number;
}

/**
 * Whether a text of plain digits contains a number as cards are written: in one piece, in groups of one size with one
 * separator (the last may be smaller), or in the groups printed on cards, whatever parts them. The run of such groups
 * counts as a whole: a part of a longer one is no card.
 */
export function holdsWrittenCard(text: string, tally: Tally): boolean {
  return new CardSearch(text, groupsOf(text, tally), tally).run();
}

class CardSearch {
  readonly #text: string;
  readonly #groups: readonly Group[];
  readonly #tally: Tally;

  constructor(text: string, groups: readonly Group[], tally: Tally) {
    this.#text = text;
    this.#groups = groups;
    this.#tally = tally;
  }

  run(): boolean {
    const groups = this.#groups;
    for (let index = 0; index < groups.length; index += 1) {
      this.#tally.steps += 1;
      if (this.#isCardInOnePiece(index) || this.#isPrintedInThree(index)) return true;
      if (!this.#continuesFours(index) && this.#isPrintedInFours(index)) return true;
      if (!this.#continuesRun(index) && this.#isRunOfOneSize(index)) return true;
    }
    return false;
  }

  #isCardInOnePiece(index: number): boolean {
    return (
      this.#size(index) >= MIN_DIGITS &&
      !this.#isSlipTail(index) &&
      this.#isCard({ first: index, last: index })
    );
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
    if (last - first !== 3 || this.#isHexBefore(first, 4) || this.#isHexAfter(last, 4)) return false;
    if (this.#isCard({ first, last })) return true;
    const follows = this.#size(last + 1) === 3 && this.#separator(last) !== undefined;
    return follows && this.#isCard({ first, last: last + 1 });
  }

  /** Whether this group and the one before it have four digits and belong together. */
  #continuesFours(index: number): boolean {
    return this.#size(index) === 4 && this.#size(index - 1) === 4 && this.#separator(index - 1) !== undefined;
  }

  /** Groups of one size, parted by one separator. */
  #isRunOfOneSize(first: number): boolean {
    const separator = this.#separator(first);
    const size = this.#size(first);
    if (separator === undefined || size > LARGEST_GROUP || !this.#continuesRun(first + 1, separator))
      return false;
    let last = first + 1;
    while (this.#continuesRun(last + 1, separator)) last += 1;
    this.#tally.steps += last - first;
    if (size * (last - first + 1) > MAX_DIGITS || this.#goesOnBefore(first, separator)) return false;
    if (!this.#goesOnAfter(last, separator) && this.#isCard({ first, last })) return true;
    const more = this.#separator(last) === separator ? this.#size(last + 1) : 0;
    if (more === 0 || more > size) return false;
    return !this.#goesOnAfter(last + 1, separator, size) && this.#isCard({ first, last: last + 1 });
  }

  /** Whether the group has the size of the one before it, and what parts the two is what parts it from the next. */
  #continuesRun(index: number, separator = this.#separator(index)): boolean {
    const size = this.#size(index);
    return (
      separator !== undefined &&
      size > 0 &&
      size === this.#size(index - 1) &&
      this.#separator(index - 1) === separator
    );
  }

  /**
   * Whether a neighbour with the separator of a run shows that the run is part of something longer: any, of large groups;
   * of those as small as on cards only a hexadecimal word of their size.
   */
  #goesOnBefore(first: number, separator: string): boolean {
    const size = this.#size(first);
    if (this.#separator(first - 1) !== separator) return false;
    return size > LARGEST_PRINTED_GROUP || this.#isHexBefore(first, size);
  }

  #goesOnAfter(last: number, separator: string, size = this.#size(last)): boolean {
    if (this.#separator(last) !== separator) return false;
    return size > LARGEST_PRINTED_GROUP || this.#isHexAfter(last, size);
  }

  #isHexBefore(first: number, size: number): boolean {
    const before = this.#groups[first - 1];
    if (!before?.isHex || before.separator === undefined) return false;
    const end = (this.#groups[first]?.start ?? 0) - before.separator.length;
    return this.#hexDigits(end - 1, -1, size) === size;
  }

  #isHexAfter(last: number, size: number): boolean {
    const separator = this.#separator(last);
    if (separator === undefined || !this.#groups[last + 1]?.isHex) return false;
    return this.#hexDigits((this.#groups[last]?.end ?? 0) + separator.length, 1, size) === size;
  }

  /** How many hexadecimal digits follow each other from here; no more than one above `size` are counted. */
  #hexDigits(from: number, step: 1 | -1, size: number): number {
    let count = 0;
    while (count <= size && isHexDigit(this.#text.charCodeAt(from + count * step))) count += 1;
    this.#tally.steps += count;
    return count;
  }

  /** Digits of a group; 0 for one that is part of a hexadecimal word, and where there is none. */
  #size(index: number): number {
    const group = this.#groups[index];
    return group === undefined || group.isHex ? 0 : group.end - group.start;
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
