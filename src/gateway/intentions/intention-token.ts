import { createHash, createHmac } from 'node:crypto';

const TOKEN = /^[\w-]{43}$/;

/**
 * Tokens in the addresses of hosted pages: 256 bits, which nobody without the key can tell from random ones.
 * They are derived from the transaction's id, so that the address can be told again though only its hash is
 * stored.
 */
export interface IntentionTokens {
  /** 43 characters of base64url. */
  of(transactionId: string): string;
  /** SHA-256 in hexadecimal. */
  hash(token: string): string;
}

export function createIntentionTokens(hmacKey: Buffer): IntentionTokens {
  return {
    of: (transactionId) => createHmac('sha256', hmacKey).update(transactionId).digest('base64url'),
    hash: (token) => createHash('sha256').update(token).digest('hex'),
  };
}

/** False for texts that cannot be a token. */
export function isIntentionToken(text: string): boolean {
  return TOKEN.test(text);
}
