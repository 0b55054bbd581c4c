/** What is drawn on an A4 sheet. Lengths are millimetres, from the upper left corner. */
export type Mark =
  | {
      readonly kind: 'rule';
      readonly from: Point;
      readonly to: Point;
      readonly thick: number;
      readonly dashed?: true;
    }
  /** A filled rectangle. */
  | { readonly kind: 'bar'; readonly at: Point; readonly wide: number; readonly high: number }
  /** A square code for cameras. */
  | { readonly kind: 'code'; readonly at: Point; readonly side: number; readonly text: string }
  | SheetText;

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface SheetText {
  readonly kind: 'text';
  /** Where its base line begins, or ends where it is set to the right. */
  readonly at: Point;
  readonly size: number;
  readonly text: string;
  readonly bold?: true;
  readonly right?: true;
  /** Set narrower or wider until it is as wide as this. */
  readonly wide?: number;
}

export const SHEET = { wide: 210, high: 297 } as const;

/** How wide a letter is, in its size, in the sans serif types that pages and files are set in: rather too wide than too narrow. */
const NARROW = /[ijlftrI.,:;'|!()\-\s/]/;
const WIDE = /[mwMW@%…]/;
const CAPITAL = /[\p{Lu}\d]/u;
const WIDTHS = { narrow: 0.37, wide: 0.95, capital: 0.67, other: 0.58 } as const;
const BOLDER = 1.08;

export function widthOf(text: string, size: number, bold = false): number {
  const letters = [...text].reduce((sum, letter) => sum + WIDTHS[kindOf(letter)], 0);
  return letters * size * (bold ? BOLDER : 1);
}

/** As much of a text as fits. */
export function cut(text: string, wide: number, size: number, bold = false): string {
  if (widthOf(text, size, bold) <= wide) return text;
  const letters = [...text];
  while (letters.length > 0 && widthOf(`${letters.join('')}…`, size, bold) > wide) letters.pop();
  return `${letters.join('').trimEnd()}…`;
}

/** A text in lines that fit; a word that is longer than a line is broken. The last line ends in … where there was more. */
export function wrapped(text: string, wide: number, size: number, most: number): readonly string[] {
  const lines = text.split(/\r?\n/).flatMap((paragraph) => filled(paragraph, wide, size));
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  return [...kept.slice(0, -1), cut(`${kept.at(-1)} …${' '.repeat(3)}`.trimEnd(), wide, size)];
}

function filled(paragraph: string, wide: number, size: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of paragraph.split(/\s+/).flatMap((one) => broken(one, wide, size))) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer, size) <= wide) line = longer;
    else {
      if (line !== '') lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

function broken(word: string, wide: number, size: number): string[] {
  const parts: string[] = [''];
  for (const letter of word) {
    const last = parts.at(-1) ?? '';
    if (widthOf(last + letter, size) <= wide) parts[parts.length - 1] = last + letter;
    else parts.push(letter);
  }
  return parts;
}

function kindOf(letter: string): keyof typeof WIDTHS {
  if (NARROW.test(letter)) return 'narrow';
  if (WIDE.test(letter)) return 'wide';
  return CAPITAL.test(letter) ? 'capital' : 'other';
}
