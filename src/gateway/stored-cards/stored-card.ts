import type { AttemptCard } from '../acquirers/index.ts';

/**
 * A card that a merchant keeps, without its number. Times in milliseconds since 1970. One merchant has each card once
 * while it is `storing` or `active`.
 */
export interface StoredCard {
  readonly id: string;
  readonly merchantId: number;
  /** The merchant's own name for it: a UUID followed by 4 digits. */
  readonly token: string;
  /** HMAC of merchant and card number. */
  readonly fingerprint: string;
  /** `storing` until the acquirer has it for the first time; `failed` when it never did. */
  readonly state: 'storing' | 'active' | 'deleted' | 'failed';
  /** First 6 and last 4 digits, with an asterisk for each digit between. */
  readonly mask: string;
  /** In capitals; undefined when unknown. */
  readonly brand: string | undefined;
  /** `MM` and `yyyy` */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** The acquirer that keeps it, in capitals, and the merchant's account there; 0 for the simulator. */
  readonly provider: string;
  readonly accountId: number;
  /** Reference of the acquirer token that is charged. */
  readonly charged: string | undefined;
  /** Reference of the acquirer token that is being made; one at a time. */
  readonly underWay: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Grows with every change. A change counts only on the version that it was made from. */
  readonly version: number;
}

/**
 * One request to the acquirer to keep a card: written before it is sent, sent once.
 *
 * `sending` until its outcome is stored; `unknown` until recovery has found it out; `absent` when the acquirer does not
 * have it; `lost` when nobody can find out; `removing` until the acquirer has acknowledged that it deleted it.
 */
export interface AcquirerToken {
  /** Sent to the acquirer; unique for ever. */
  readonly reference: string;
  readonly cardId: string;
  readonly merchantId: number;
  readonly provider: string;
  readonly accountId: number;
  readonly state: 'sending' | 'unknown' | 'stored' | 'refused' | 'absent' | 'lost' | 'removing' | 'removed';
  /** The acquirer's token, sealed by the vault under the name of this row. */
  readonly sealed: string | undefined;
  /** What the card shows once this token is charged. */
  readonly expirationMonth: string;
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** The instance that sent it. */
  readonly holder: string;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  /** When recovery is to look at it again; undefined for never. */
  readonly nextAt: number | undefined;
  readonly tries: number;
  /** How often in a row the acquirer said that it does not have it. */
  readonly notFound: number;
  /** Why it stands as it does, for operators. */
  readonly reason: string | undefined;
}

/** A card to be kept, with its number. */
export interface CardToStore extends AttemptCard {
  readonly mask: string;
}

/** Whether what the merchant keeps serves for this card too, so that the acquirer need not be asked. */
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

/** False for texts that cannot be a token of a stored card, in small letters. */
export function isCardToken(text: string): boolean {
  return TOKEN.test(text);
}
