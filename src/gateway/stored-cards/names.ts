import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Secret } from '../../platform/index.ts';

const DIGITS = 10_000;

/** A new token of the merchant: a UUID followed by 4 digits. */
export function newCardToken(): string {
  return `${randomUUID()}${String(randomInt(DIGITS)).padStart(4, '0')}`;
}

/** Identifies a card of a merchant; without `hmacKey` the number cannot be guessed from it. */
export function fingerprintOf(hmacKey: Buffer, merchantId: number, number: Secret): string {
  return createHmac('sha256', hmacKey).update(`${merchantId}\n${number.reveal()}`).digest('base64url');
}
