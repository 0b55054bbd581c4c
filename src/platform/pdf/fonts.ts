import { createRequire } from 'node:module';
import { join } from 'node:path';

/** Finds packages from here, also from the bundle. */
const packages = createRequire(join(import.meta.dirname, 'fonts.ts'));
const file = (weight: number) =>
  packages.resolve(`@fontsource/noto-sans/files/noto-sans-latin-${weight}-normal.woff`);

/** Paths of the type that documents carry in them. */
export const regularFont = (): string => file(400);
export const boldFont = (): string => file(700);

/** Characters of the type: Latin, marks and signs of Western Europe. */
const KNOWN = /[\u0020-\u007e\u00a0-\u00ff\u0152\u0153\u2013\u2014\u2018-\u201e\u2022\u2026\u20ac\u2212]/;
const ACCENTS = /\p{M}/gu;
/** Letters with a stroke, which Unicode does not take apart. */
const STROKES: Readonly<Record<string, string>> = { Ł: 'L', ł: 'l', Đ: 'D', đ: 'd', ı: 'i' };
const BREAKS = /\r\n?|[\u0085\u2028\u2029]/g;

/** A text in the characters of the type: a letter that it lacks without its accent, anything else as a question mark. */
export function printable(text: string): string {
  return Array.from(text.normalize('NFC').replace(BREAKS, '\n'), (character) => {
    if (character === '\n' || KNOWN.test(character)) return character;
    if (character === '\t') return ' ';
    const bare = STROKES[character] ?? character.normalize('NFKD').replace(ACCENTS, '');
    return bare !== '' && Array.from(bare).every((one) => KNOWN.test(one)) ? bare : '?';
  }).join('');
}
