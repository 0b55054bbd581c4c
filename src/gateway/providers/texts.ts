/** Letters that do not decompose into a plain letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŋ: 'n',
  Ŋ: 'N',
};
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

/** Plain letters and single spaces, as acquirers take a holder's name; undefined when nothing is left. */
export function plainName(text: string, maxLength: number): string | undefined {
  return only(text, /[^A-Za-z]+/g, maxLength);
}

/** Plain letters, digits and single spaces, for the buyer's card statement; undefined when nothing is left. */
export function statementText(text: string, maxLength: number): string | undefined {
  return only(text, /[^0-9A-Za-z]+/g, maxLength);
}

/** As `statementText`, in one word: for where the statement's text may have no blanks. */
export function statementWord(text: string, maxLength: number): string | undefined {
  return statementText(text, Number.POSITIVE_INFINITY)?.replaceAll(' ', '').slice(0, maxLength);
}

/** Printable ASCII without accents, single spaces; undefined when nothing is left. */
export function asciiText(text: string, maxLength: number): string | undefined {
  return only(text, /[^!-~]+/g, maxLength);
}

/** Printable ASCII, as in a header. */
export function printableAscii(text: string, maxLength: number): string {
  return text.replace(/[^\x20-\x7e]+/g, '').slice(0, maxLength);
}

/** Cut to so many units as JavaScript and banks count them, never within a character. */
export function cutText(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '');
}

function only(text: string, others: RegExp, maxLength: number): string | undefined {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(SPECIAL, (letter) => LETTERS[letter] ?? '')
    .replace(others, ' ')
    .trim()
    .slice(0, maxLength)
    .trimEnd();
  return plain === '' ? undefined : plain;
}
