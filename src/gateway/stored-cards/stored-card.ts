import { createHmac, randomInt, randomUUID } from 'node:crypto';
import type { Secret } from '../../platform/secret.ts';
import type { AttemptCard } from '../providers/index.ts';

const DIGITS = 10_000;

/**
 * A merchant's stored card, without its number. Times in milliseconds since 1970. One merchant has each card once while
 * it is `storing` or `active`.
 */
export interface StoredCard {
  readonly id: string;
  readonly merchantId: number;
  /** The merchant's token for it: a UUID followed by 4 digits. */
  readonly token: string;
  /** HMAC of merchant and card number. */
  readonly fingerprint: string;
  /** `storing` until the acquirer has stored it for the first time; `failed` if that never happened. */
  readonly state: 'storing' | 'active' | 'deleted' | 'failed';
  /** First 6 and last 4 digits, with an asterisk for each digit between. */
  readonly mask: string;
  /** In capitals; undefined when unknown. */
  readonly brand: string | undefined;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** The acquirer that stores it, in capitals, and the merchant's account there; 0 for the simulator. */
  readonly provider: string;
  readonly accountId: number;
  /** The scheme's names of the sale or check with which it was stored; undefined where nobody told them. */
  readonly schemeTransactionId: string | undefined;
  readonly schemeLinkId: string | undefined;
  /** Reference of the acquirer token in use. */
  readonly charged: string | undefined;
  /** Reference of the acquirer token being created; one at a time. */
  readonly underWay: string | undefined;
  /**
   * When the sales that it is held for are looked at next: none of them is approved yet, and the merchant does not have
   * the card. Undefined: the merchant has it, or the card has ended.
   */
  readonly heldCheckAt: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Incremented by every change. A change is written only on the version that it was read with. */
  readonly version: number;
}

/**
 * One request to the acquirer to store a card: persisted before it is sent, sent once.
 *
 * `sending` until its outcome is stored; `unknown` until recovery finds it out; `absent` if the acquirer does not have
 * it; `lost` if it cannot be found out; `removing` until the acquirer confirms the deletion.
 */
export interface AcquirerToken {
  /** Sent to the acquirer; never reused. */
  readonly reference: string;
  readonly cardId: string;
  readonly merchantId: number;
  readonly provider: string;
  readonly accountId: number;
  readonly state: 'sending' | 'unknown' | 'stored' | 'refused' | 'absent' | 'lost' | 'removing' | 'removed';
  /** The acquirer's token, sealed by the vault under the name of this row. */
  readonly sealed: string | undefined;
  /** The card's expiry once this token is in use. */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** The instance that sent it. */
  readonly holder: string;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  /** When recovery checks it again; undefined: never. */
  readonly nextAt: number | undefined;
  readonly tries: number;
  /** Consecutive "not found" answers of the acquirer. */
  readonly notFound: number;
  /** The reason of its state, for operators. */
  readonly reason: string | undefined;
}

/** A card to be stored, with its number. */
export interface CardToStore extends AttemptCard {
  readonly mask: string;
}

/** Whether the stored card is this card, so that the acquirer need not be called. */
export function servesFor(
  stored: StoredCard,
  card: Pick<CardToStore, 'expirationMonth' | 'expirationYear'>,
  accountId: number,
): boolean {
  return (
    stored.state === 'active' &&
    stored.accountId === accountId &&
    stored.expirationMonth === card.expirationMonth &&
    stored.expirationYear === card.expirationYear
  );
}

const TOKEN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\d{1,4}$/;

/** Whether a text has the form of a stored card's token, in lower case. */
export function isCardToken(text: string): boolean {
  return TOKEN.test(text);
}

/** A new token of the merchant: a UUID followed by 4 digits. */
export function newCardToken(): string {
  return `${randomUUID()}${String(randomInt(DIGITS)).padStart(4, '0')}`;
}

/** Identifies a card of a merchant; without `hmacKey` the number cannot be guessed from it. */
export function fingerprintOf(hmacKey: Buffer, merchantId: number, number: Secret): string {
  return createHmac('sha256', hmacKey).update(`${merchantId}\n${number.reveal()}`).digest('base64url');
}
