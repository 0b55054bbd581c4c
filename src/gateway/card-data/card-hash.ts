/** The parts of a cardHash: the session it belongs to, and the encoded ciphertext. */
export interface CardHashParts {
  readonly sessionKey: string;
  readonly base64: string;
}

export const SESSION_KEY_BYTES = 16;
/** Bytes of a ciphertext under a key of 2048 bits. */
export const CIPHER_BYTES = 256;

/** Well above the longest accepted form with its line breaks; longer texts are not examined. */
const MAX_TEXT_LENGTH = 2_048;
const SESSION_KEY_LENGTH = SESSION_KEY_BYTES * 2;
const SESSION_KEY = /^[0-9a-f]{32}$/;
const WHITE_SPACE = /\s+/g;
const SEPARATORS = '.:|;';
const BASE64_LENGTH = 342;
const BASE64 = /^[A-Za-z0-9+/_-]{342}={0,2}$/;
const PADDING = /=+$/;

/**
 * Splits a cardHash in every accepted form (docs/contract/decided.md 3): session key last (the canonical form) or
 * first, with or without one separator, white space anywhere. Returns at most two readings, the canonical one first;
 * only a look-up can tell which session exists. None means that the text contains no session key.
 */
export function splitCardHash(text: string): readonly CardHashParts[] {
  if (text.length > MAX_TEXT_LENGTH) return [];
  const packed = text.replace(WHITE_SPACE, '');
  const readings: CardHashParts[] = [];
  const last = packed.slice(-SESSION_KEY_LENGTH);
  if (SESSION_KEY.test(last)) {
    readings.push({ sessionKey: last, base64: withoutLastSeparator(packed.slice(0, -SESSION_KEY_LENGTH)) });
  }
  const first = packed.slice(0, SESSION_KEY_LENGTH);
  if (SESSION_KEY.test(first)) {
    readings.push({ sessionKey: first, base64: withoutFirstSeparator(packed.slice(SESSION_KEY_LENGTH)) });
  }
  return readings;
}

/** The 256 bytes of a ciphertext in base64 or base64url, padded or not; undefined for anything else. */
export function decodeCipher(base64: string): Buffer | undefined {
  return BASE64.test(base64) ? Buffer.from(base64, 'base64') : undefined;
}

function withoutLastSeparator(text: string): string {
  return isSeparator(text.at(-1), text) ? text.slice(0, -1) : text;
}

function withoutFirstSeparator(text: string): string {
  return isSeparator(text.at(0), text) ? text.slice(1) : text;
}

/** A hyphen is also a digit of base64url: it is a separator only where there is one character too many. */
function isSeparator(edge: string | undefined, text: string): boolean {
  if (!edge) return false;
  if (edge === '-') return text.replace(PADDING, '').length > BASE64_LENGTH;
  return SEPARATORS.includes(edge);
}
