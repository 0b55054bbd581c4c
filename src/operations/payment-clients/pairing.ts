import { createHmac } from 'node:crypto';

/** A payment client that shows a code and waits until a person confirms it in the panel. */
export interface Pairing {
  readonly id: number;
  /** HMAC of the code of eight characters, without the dash with which they are shown. */
  readonly codeHash: string;
  /** Hash of the client's key, which is valid once the code is confirmed. */
  readonly keyHash: string;
  /** The terminal that the client named; it cannot be confirmed for another one. */
  readonly terminalId: number | undefined;
  /** As reported by the client. */
  readonly version: string | undefined;
  readonly address: string;
  /** The block of addresses that it comes from. */
  readonly block: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** In milliseconds. */
export const PAIRING_LIVES_MS = 10 * 60_000;

/** No vowels, so that no words are formed, and no characters that look alike. */
const ALPHABET = '23456789BCDFGHJKLMNPQRSTVWXZ';
const CODE_LENGTH = 8;

/** `randomInt(limit)` gives a whole number from 0 to below `limit`. */
export function newPairingCode(randomInt: (limit: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A code has few characters, so it is stored under a key that is not in the database. */
export function pairingCodeHash(codeKey: Buffer, code: string): string {
  return createHmac('sha256', codeKey).update(code).digest('base64url');
}

/** `ABCD-2345`. */
export function shownPairingCode(code: string): string {
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

/** The code in what a person typed: any letter case, with or without dash and spaces. Undefined: it cannot be one. */
export function readPairingCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === CODE_LENGTH && [...code].every((one) => ALPHABET.includes(one)) ? code : undefined;
}
