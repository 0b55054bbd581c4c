import { createHash, createHmac } from 'node:crypto';

const TOKEN = /^[\w-]{43}$/;

/**
 * Tokens in the addresses of buyers' pages: 256 bits, which nobody without the key can tell from random ones. They are
 * derived from an id, so that the address can be told again though only its hash is stored.
 */
export interface DerivedTokens {
  /** 43 characters of base64url. */
  of(id: string): string;
  /** SHA-256 in hexadecimal. */
  hash(token: string): string;
}

export function createDerivedTokens(hmacKey: Buffer): DerivedTokens {
  return {
    of: (id) => createHmac('sha256', hmacKey).update(id).digest('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('hex'),
  };
}

/** False for texts that cannot be a token. */
export function isDerivedToken(text: string): boolean {
  return TOKEN.test(text);
}
