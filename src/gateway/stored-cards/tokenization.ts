import { LONGEST_REQUEST_MS } from '../../platform/http/index.ts';

/**
 * A merchant's request to store a card: sent by the merchant, or typed by its holder on a hosted form. Times in
 * milliseconds since 1970.
 */
export interface Tokenization {
  readonly id: string;
  readonly merchantId: number;
  readonly referenceId: string | undefined;
  /** Echoed, and notified once the card is stored. */
  readonly postBackUrl: string | undefined;
  /** Where the holder goes after the form. */
  readonly redirectUrl: string | undefined;
  readonly brand: string | undefined;
  /** In capitals; undefined while a form waits and the merchant named no acquirer. */
  readonly provider: string | undefined;
  /**
   * `waiting` for the form; `sending` while the acquirer is called; `pending` until recovery has found the outcome.
   */
  readonly state: 'waiting' | 'sending' | 'pending' | 'stored' | 'refused';
  readonly cardId: string | undefined;
  /** Reference of the acquirer token whose outcome it waits for; its card may still use an older token. */
  readonly reference: string | undefined;
  /** SHA-256 of the token in the form's address; undefined without a form. */
  readonly pageHash: string | undefined;
  readonly expiresAt: number | undefined;
  /** Refused cards that were typed into the form. */
  readonly tries: number;
  /** HMAC of an Idempotency-Key, and of its request. */
  readonly keyId: string | undefined;
  readonly keyFingerprint: string | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly version: number;
}

const MAX_FORM_TRIES = 10;

/** Whether its request may still be running. */
export function isRunning({ state, updatedAt }: Tokenization, now: number): boolean {
  return state === 'sending' && now < updatedAt + LONGEST_REQUEST_MS;
}

/** Whether the acquirer has been called, so that the outcome of the card decides that of the tokenization. */
export function awaitsCard({ state, reference }: Tokenization): boolean {
  return state === 'pending' || (state === 'sending' && reference !== undefined);
}

/** Whether a card can be typed into its form. */
export function takesCard(tokenization: Tokenization, now: number): boolean {
  const { state, expiresAt = 0, tries } = tokenization;
  const isOpen =
    state === 'waiting' ||
    (state === 'sending' && !awaitsCard(tokenization) && !isRunning(tokenization, now));
  return isOpen && now < expiresAt && tries < MAX_FORM_TRIES;
}
