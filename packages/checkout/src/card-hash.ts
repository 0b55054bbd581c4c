import { encrypt, type RandomBytes } from './encrypt.ts';
import { readPublicKey } from './public-key.ts';

export interface Card {
  readonly number: string;
  readonly cvv: string;
  /** 1 or 2 digits. */
  readonly expirationMonth: string | number;
  /** 2 or 4 digits. */
  readonly expirationYear: string | number;
  readonly holderName?: string | undefined;
}

/** What the gateway returns for one or more cardHashes until the session ends. */
export interface KeyAndSession {
  /** PEM. */
  readonly publicKey: string;
  /** 32 hexadecimal characters. */
  readonly sessionKey: string;
}

/** The canonical form: base64 of the encrypted card as JSON, followed by the session key. The card must be valid. */
export function cardHashOf(
  card: Card,
  { publicKey, sessionKey }: KeyAndSession,
  random?: RandomBytes,
): string {
  const holderName = card.holderName?.trim();
  const text = JSON.stringify({
    number: digitsOf(card.number),
    cvv: card.cvv.trim(),
    expirationMonth: String(card.expirationMonth).trim().padStart(2, '0'),
    expirationYear: String(card.expirationYear).trim(),
    ...(holderName && { holderName }),
  });
  const cipher = encrypt(readPublicKey(publicKey), new TextEncoder().encode(text), random);
  return btoa(String.fromCharCode(...cipher)) + sessionKey;
}

/** The typed number without its separators. */
export function digitsOf(number: string): string {
  return number.replace(/[\s.-]/g, '');
}
