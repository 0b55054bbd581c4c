import type { Origin } from '../history/index.ts';
import type { MinorUnits } from '../providers/index.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** When an open charge is looked at after it was made, where no notice of the bank comes; then every minute. */
const FIRST_LOOKS = [5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE];
/** When one is looked at again that is over: money may arrive late, or twice, and its notice be lost. */
const LATE_LOOKS: readonly number[] = [10 * MINUTE, 2 * 60 * MINUTE];
/** A bank that does not answer is asked about one that is over for so long. */
const LATE_LOOKS_END_MS = 30 * 24 * 60 * MINUTE;
/** While recovery finds out whether it was made. */
const MADE_LOOKS = { firstMs: 5 * SECOND, mostMs: MINUTE };
/** How often the bank of an account is asked for all that arrived. */
export const LIST_EVERY_MS = 60 * MINUTE;
export const LONGEST_PAUSE_MS = 2 * 60 * MINUTE;
/** Of kinds whose money is on its way for days. */
export const LONGEST_SLOW_PAUSE_MS = 24 * 60 * MINUTE;

/**
 * `nextAt` of a charge that a notice of the bank names, and of one that its list of payments names. Each further notice before
 * it was looked at is one less.
 */
export const DUE_BY_NOTICE = 0;
export const DUE_BY_LIST = 1;

/** What a buyer can pay by himself, at his own bank, one for each try: a code, or a slip. Times in milliseconds since 1970. */
export interface AwaitedCharge {
  /** Of its attempt; what it is called at the bank follows from it. */
  readonly reference: string;
  readonly transactionId: string;
  /** Of the payment that it asks for. */
  readonly kind: string;
  /** Of the merchant at the bank; 0 for the sandbox's bank without an account. */
  readonly accountId: number;
  /** The bank. */
  readonly provider: string;
  /** SHA-256 of the token in the address of its page. */
  readonly tokenHash: string;
  /** The text of the code; undefined until the bank has answered. */
  readonly code: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
  /**
   * When it is looked at next; `DUE_BY_NOTICE` and `DUE_BY_LIST` go before all times. Undefined once nothing can happen to it
   * unless the bank says so.
   */
  readonly nextAt: number | undefined;
  readonly looks: number;
  /** Why it is being removed; undefined while it may be paid. */
  readonly ending: ChargeEnding | undefined;
  /** What made the merchant remove it, as JSON. */
  readonly endingOrigin: string | undefined;
  /**
   * What its buyer asked for beyond what the intention offers, as its kind stores it: he may be trying to pay in another way now, and
   * pay by this one in the end. Undefined where the offer, or the transaction's own payment, says it all.
   */
  readonly asked?: string | undefined;
}

export type ChargeEnding = 'void' | 'expiry';

/** What becomes of money that arrived for a charge and does not pay it. */
export type SurplusState = 'refunding' | 'refunded' | 'kept' | 'failed';

/** Money that arrived for a charge. */
export interface PaymentRow {
  readonly endToEndId: string;
  readonly reference: string;
  readonly transactionId: string;
  readonly amount: MinorUnits;
  readonly receivedAt: number;
  readonly payerName: string | undefined;
  /** Masked: `***444777**`. */
  readonly payerDocument: string | undefined;
  /** By which it is found; undefined where the bank shows a part of the document, or none. */
  readonly payerHash: string | undefined;
  /** Interest, fine and discount in it, as JSON; undefined where the bank tells none. */
  readonly details: string | undefined;
  /** When the payer's bank took its word back, as it was found out. */
  readonly takenBackAt: number | undefined;
  /** Undefined: it pays the charge. */
  readonly surplus: SurplusState | undefined;
  /** Our id of the refund of a surplus. */
  readonly refundReference: string | undefined;
  /** When the refund of a surplus is asked for or about next. */
  readonly nextAt: number | undefined;
  readonly tries: number;
}

/**
 * Codes of one transaction, as they were made. Where two were made at the same moment, the one that its bank never answered
 * comes first.
 */
export function oldestFirst(charges: readonly AwaitedCharge[]): readonly AwaitedCharge[] {
  return charges.toSorted(
    (one, other) =>
      one.createdAt - other.createdAt ||
      one.expiresAt - other.expiresAt ||
      Number(one.code !== undefined) - Number(other.code !== undefined) ||
      (one.reference < other.reference ? -1 : 1),
  );
}

/** A charge as it is before its bank is asked for it. `lookEveryMs`: of its kind. */
export function awaitedCharge(
  known: Pick<
    AwaitedCharge,
    | 'reference'
    | 'transactionId'
    | 'kind'
    | 'accountId'
    | 'provider'
    | 'tokenHash'
    | 'createdAt'
    | 'expiresAt'
    | 'asked'
  >,
  timeScale: number,
  lookEveryMs?: number,
): AwaitedCharge {
  const fresh = { ...known, looks: 0, code: undefined, ending: undefined, endingOrigin: undefined };
  return { ...fresh, nextAt: nextLook(fresh, known.createdAt, timeScale, lookEveryMs) };
}

/** The next look at an open charge. At its expiry at the latest. */
export function nextLook(
  { createdAt, expiresAt, looks }: Pick<AwaitedCharge, 'createdAt' | 'expiresAt' | 'looks'>,
  now: number,
  timeScale: number,
  everyMs = MINUTE,
): number {
  const offset = FIRST_LOOKS[looks];
  const due = offset === undefined ? now + everyMs / timeScale : createdAt + offset / timeScale;
  return Math.ceil(Math.max(now + SECOND / timeScale, now < expiresAt ? Math.min(due, expiresAt) : due));
}

/**
 * How long a charge rests between looks that has been asked back for so long: a minute at first, and ever longer while its bank
 * puts that off. Never longer than one that may be paid.
 */
export function restOfRemoval(forMs: number, lookEveryMs: number): number {
  return Math.max(MINUTE, Math.min(forMs / 8, lookEveryMs));
}

/** The next look at a charge that ended then; undefined after the last one. Looks that a notice causes take none of them away. */
export function nextLateLook(
  endedAt: number,
  now: number,
  timeScale: number,
  looksMs = LATE_LOOKS,
): number | undefined {
  return looksMs.map((offset) => Math.ceil(endedAt + offset / timeScale)).find((at) => at > now);
}

/**
 * The next look at a charge that ended then, where the bank did not answer: what made the bank asked may never come again. Soon at
 * first, ever less often, and after a month no more.
 */
export function lateLookAgain(endedAt: number, now: number, timeScale: number): number | undefined {
  if (now - endedAt > LATE_LOOKS_END_MS / timeScale) return undefined;
  return lookAgain(endedAt, now, timeScale);
}

/** The next look at a charge about which its bank cannot be asked, since then. Soon at first, ever less often, and without an end. */
export function lookAgain(since: number, now: number, timeScale: number): number {
  return growingPause(since, now, { firstMs: MINUTE / timeScale, mostMs: LIST_EVERY_MS / timeScale });
}

/** The next look at a charge about which the bank is not asked yet: something else has to come out before. */
export function lookOnceKnown(
  { createdAt }: Pick<AwaitedCharge, 'createdAt'>,
  now: number,
  timeScale: number,
): number {
  const { firstMs, mostMs } = MADE_LOOKS;
  return growingPause(createdAt, now, { firstMs: firstMs / timeScale, mostMs: mostMs / timeScale });
}

function growingPause(
  since: number,
  now: number,
  { firstMs, mostMs }: { readonly firstMs: number; readonly mostMs: number },
): number {
  return Math.ceil(now + Math.max(firstMs, Math.min((now - since) / 8, mostMs)));
}

export function endingOriginOf({ endingOrigin }: Pick<AwaitedCharge, 'endingOrigin'>): Origin {
  return endingOrigin === undefined ? { kind: 'expiry' } : (JSON.parse(endingOrigin) as Origin);
}

const SHOWN = /^(\d{3})(\d{6})(\d{2})$/;

/** A CPF as receipts show it, `***444777**`; a CNPJ, which is public, as it is. Undefined for anything else. */
export function maskedDocument(document: string | undefined): string | undefined {
  const text = document?.replaceAll(/[^\dA-Za-z*]/g, '');
  if (text === undefined) return undefined;
  const cpf = SHOWN.exec(text);
  if (cpf) return `***${cpf[2]}**`;
  return /^[\dA-Z]{14}$/.test(text) || /^\*{3}\d{6}\*{2}$/.test(text) ? text : undefined;
}
