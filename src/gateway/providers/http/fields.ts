/** A host's answer, whose members may be anything until they were checked. */
export type Fields = Readonly<Record<string, unknown>>;

const IDENTIFIER = /^[0-9A-Za-z._-]{1,60}$/;
const NUMBER = /^\d{1,15}$/;
const MAX_TEXT = 200;
/** A card number, part of one, or a security code. */
const DIGITS = /\d(?:[ .-]?\d){2,}/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is them that have to go
const CONTROL = /[\u0000-\u001f\u007f]+/g;
const NONE: Fields = {};

/** The object of a JSON text; undefined for anything else. */
export function readFields(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An object within an object; empty where there is none. */
export function group(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isFields(value) ? value : NONE;
}

/** A list of objects, with an empty object for any other item; undefined if it is not a list. */
export function list(fields: Fields, name: string): readonly Fields[] | undefined {
  const value = fields[name];
  return Array.isArray(value) ? value.map((entry) => (isFields(entry) ? entry : NONE)) : undefined;
}

/** An id, a code or a state: short and plain. Rede writes some of them as numbers; long ones would lose digits. */
export function identifier(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  const text = Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text !== 'string') return undefined;
  const trimmed = text.trim();
  return IDENTIFIER.test(trimmed) ? trimmed : undefined;
}

/** Whether there is anything under a name. */
export function isPresent(fields: Fields, name: string): boolean {
  const value = fields[name];
  return value !== undefined && value !== null && value !== '';
}

/** A whole number from 0, also when it came as text. */
export function wholeNumber(fields: Fields, name: string): number | undefined {
  const text = identifier(fields, name);
  return text !== undefined && NUMBER.test(text) ? Number(text) : undefined;
}

/** A text for people, with everything removed that could belong to a card. */
export function message(fields: Fields, name: string): string | undefined {
  const value = fields[name];
  if (typeof value !== 'string') return undefined;
  const clean = value.slice(0, MAX_TEXT).replace(CONTROL, ' ').replace(DIGITS, '***').trim();
  return clean === '' ? undefined : clean;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
