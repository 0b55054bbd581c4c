/** A named part of a file: with a value, or with parts of its own. */
export interface OfxElement {
  readonly name: string;
  readonly value: string;
  readonly parts: readonly OfxElement[];
}

interface Open {
  readonly name: string;
  readonly parts: OfxElement[];
  /** The text between its tag and the next one. */
  value: string;
}

const TAG = /<(\/?)([A-Za-z][\w.:-]{0,63})[^<>]{0,200}?(\/?)>|<[!?][^<>]{0,2000}>/g;
const MAX_DEPTH = 32;
const MAX_ELEMENTS = 500_000;
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** A file that is too deep or too large to be a statement. */
export class OfxTooLarge extends Error {}

/**
 * The elements of an OFX file, of the old form (SGML: an element with a value needs no end) and of the new one (XML). Nothing
 * is fetched or expanded: entities other than those of characters stay as they are written.
 */
export function readElements(text: string): readonly OfxElement[] {
  const root: Open = { name: '', parts: [], value: '' };
  const open: Open[] = [root];
  let count = 0;
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [tag, slash, name, isEmpty] = match;
    addText(open, text.slice(end, match.index));
    end = match.index + tag.length;
    if (name === undefined) continue;
    count += 1;
    if (count > MAX_ELEMENTS) throw new OfxTooLarge();
    if (slash === '/') close(open, name.toUpperCase());
    else {
      endValue(open);
      if (open.length > MAX_DEPTH) throw new OfxTooLarge();
      open.push({ name: name.toUpperCase(), parts: [], value: '' });
      if (isEmpty === '/') endLast(open);
    }
  }
  addText(open, text.slice(end));
  while (open.length > 1) endLast(open);
  return root.parts;
}

function addText(open: readonly Open[], text: string): void {
  const last = open.at(-1);
  if (last && last.value === '' && last.parts.length === 0) last.value = unescaped(text.trim());
}

/** In the old form what has a value ends where the next element begins. */
function endValue(open: Open[]): void {
  const last = open.at(-1);
  if (last && open.length > 1 && last.value !== '' && last.parts.length === 0) endLast(open);
}

/** Ends the nearest element of this name, and all within it; an end without a beginning means nothing. */
function close(open: Open[], name: string): void {
  const index = open.findLastIndex((one) => one.name === name);
  while (index > 0 && open.length > index) endLast(open);
}

function endLast(open: Open[]): void {
  const ended = open.pop();
  if (ended) open.at(-1)?.parts.push(ended);
}

function unescaped(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,8}));/gi, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
      ? String.fromCodePoint(code)
      : '?';
  });
}

/**
 * The value of the first part of this name, or of a part within it: `partValue(one, 'BANKACCTFROM', 'ACCTID')`. It may stand deeper
 * than it should: in the old form an element without a value holds what follows it.
 */
export function partValue(element: OfxElement, ...path: readonly string[]): string | undefined {
  let found: OfxElement | undefined = element;
  for (const name of path) found = found && elementsNamed(found.parts, name)[0];
  return found === undefined || found.value === '' ? undefined : found.value;
}

/** All elements of a name, wherever they stand. */
export function elementsNamed(elements: readonly OfxElement[], name: string): readonly OfxElement[] {
  return elements.flatMap((one) => (one.name === name ? [one] : elementsNamed(one.parts, name)));
}
