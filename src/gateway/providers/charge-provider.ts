import type { ChargeTerms, MinorUnits } from './capabilities.ts';
import type { AuthorizeOutcome, MoveOutcome, RefundQueryOutcome } from './outcome.ts';
import type { AccountSettings, ChargeIds, Charges, Provider } from './provider.ts';
import type { ReceivedPayment } from './received-payment.ts';

/**
 * The contract of a provider of charges that a buyer pays by himself, at his own bank: Pix. It stands beside the contract of
 * cards (card-acquirer.ts).
 *
 * Source: the Banco Central's API Pix 2.9.0. Names here are ours; what the bank calls it stands in the connector alone.
 *
 * Unit: whole centavos and milliseconds since 1970, everywhere. A connector of a bank reads and writes its reais and its
 * dates.
 *
 * Shape: a charge is known by our reference (`acquirerReference`); at the bank it is `txidOf(reference)`, so that a lost
 * answer can always be found again. `answer.theirId` is the txid until it is paid, and the payment's endToEndId from then on;
 * no method needs it. A charge waits for its buyer (`create` answers `buyer_awaited` and the text to pay it by), is paid
 * once, or is removed. It never expires at the bank: who wants that nobody can pay it any more removes it. Money may arrive
 * all the same, twice, late or with another amount: `query` tells every payment and which one settles the charge.
 *
 * - `capture` answers `invalid_request`: nothing is held that could be captured.
 * - `void` removes a charge that is not paid: `done` with its amount, also when it was removed before; `declined` with the
 *   code `CHARGE_PAID` when it was paid meanwhile (then `query` and `refund`); `not_found`. With an amount other than the
 *   whole: `invalid_request`. Safe to repeat.
 * - `refund` gives back of the payment that settles the charge. `refundReference` is ours, 1 to 35 letters and digits, new for
 *   each refund, and is the `refundId` of all that follows. Mostly `pending`, then `queryRefund`. A reference that is used
 *   again moves nothing twice: the outcome is that of the first. `declined` where nothing moved: more than is left, or too
 *   late.
 * - `undo` removes what a creation whose answer was lost may have left; `refused` with `CHARGE_PAID` when that was paid.
 * - `query`: `amount` is what was asked for, `authorizedAmount` and `capturedAmount` the payment that settles, or 0;
 *   `refundedAmount` and `refunds` are refunds of ours of that payment; `payments` has all payments with all that went back,
 *   oldest first; `awaited` has the text to pay it by, as long as it waits.
 *
 * Errors: outcomes as for cards, never an exception for business or network reasons. All but `refund` and `refundPayment` may
 * be repeated after `unknown`; those are found out by `queryRefund` and `queryPaymentRefund`.
 */
export interface ChargeProvider extends Provider, Charges, PaymentRefunds {
  capabilities(): ChargeTerms;
  /** Again with the same reference and values: the same charge, never a second one. */
  create(request: CreateRequest): Promise<CreateOutcome>;
  /** What arrived in a period, for all keys of the account and whether or not it names a charge. Oldest first. */
  received(account: AccountSettings, period: ReceivedPeriod): Promise<ReceivedOutcome>;
  /** Asks the bank to tell payments to this address, for all keys of the account, in place of an earlier one. */
  registerNotices(account: AccountSettings, url: string): Promise<RegisterOutcome>;
  /** The addresses to which the bank tells payments now. */
  noticesOf(account: AccountSettings): Promise<NoticesOutcome>;
  /**
   * What a notice of the bank is about; empty where it cannot be read. It proves nothing: anybody may have written it. Calls
   * nobody, never throws.
   */
  readNotice(body: unknown): readonly NoticeIds[];
  /** Absent: a bank, with the API of the Banco Central. */
  readonly acquirer?: PixAcquirer | undefined;
}

/**
 * An acquirer of cards that takes Pix too, by a protocol of its own. What differs from a bank:
 * - Its ids are its own: `answer.theirId` is the acquirer's id of the charge, before and after the payment.
 * - `create` is sent once for a reference: a repeated one might be a second charge.
 * - A refund has no reference of ours (`refund.toldAs: 'sum'`), and its `refundId` is the connector's own.
 * - `refundPayment` gives back of the charge's one payment.
 * - `received` and `registerNotices` are not there; notices come to the account's address for notices about cards.
 */
export interface PixAcquirer {
  /** Longer no code can be paid, milliseconds. */
  readonly longestLifeMs: number;
  /** Our reference of the charge that the acquirer calls so. `none`: no charge of ours. `later`: it could not be asked. */
  referenceOf(
    account: AccountSettings,
    theirId: string,
  ): Promise<{ readonly reference: string } | 'none' | 'later'>;
}

/** What can be given back of money that arrived, whichever charge it is for. */
export interface PaymentRefunds {
  /** Gives back of one payment, of a surplus too. Otherwise as `refund`. */
  refundPayment(payment: PaymentIds, amount: MinorUnits, refundReference: string): Promise<MoveOutcome>;
  queryPaymentRefund(payment: PaymentIds, refundReference: string): Promise<RefundQueryOutcome>;
}

/** Code of a decline: what should be removed was paid meanwhile. */
export const CHARGE_PAID = 'charge_paid';

/** Which of the receiver's keys at the bank is paid to. */
export const PIX_KEY_KINDS = ['RANDOM_KEY', 'EMAIL', 'DOCUMENT', 'PHONE'] as const;
export type PixKeyKind = (typeof PIX_KEY_KINDS)[number];

/** One charge, as it is asked for. */
export interface CreateRequest {
  /** Never used for another charge (`txidOf`). */
  readonly acquirerReference: string;
  readonly account: AccountSettings;
  readonly amount: MinorUnits;
  /** Until when it can be paid, milliseconds since 1970. */
  readonly expiresAt: number;
  readonly key: PixKeyKind;
  /** Who is to pay, for the bank's records; sent only where both are known. */
  readonly payer: { readonly name: string; readonly document: string } | undefined;
  /** Shown to the payer; the connector cuts it to what the bank takes. */
  readonly description: string | undefined;
}

/**
 * As for cards. `buyer_awaited` has the text that is pasted into the app of a bank, or shown as a QR code; `approved`, with
 * `captured`, is a charge of an earlier call that is paid.
 */
export type CreateOutcome = AuthorizeOutcome;

/** A payment that arrived, and the account where. */
export interface PaymentIds {
  readonly endToEndId: string;
  readonly account: AccountSettings;
  /** What it came for; an acquirer finds a payment by nothing else. */
  readonly charge?: ChargeIds | undefined;
}

export interface ReceivedPeriod {
  /** Milliseconds since 1970: from the first, up to but not including the second. */
  readonly from: number;
  readonly to: number;
  /** From 0. */
  readonly page: number;
  /** Only what something went back of; a bank may show the others all the same. */
  readonly returned?: true;
}

export type ReceivedOutcome =
  | {
      readonly outcome: 'listed';
      readonly payments: readonly ReceivedPayment[];
      /** Undefined: this was the last one. */
      readonly nextPage: number | undefined;
    }
  | { readonly outcome: 'invalid_request'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type RegisterOutcome =
  | { readonly outcome: 'registered' }
  /** The bank takes no such address, or none for this key. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type NoticesOutcome =
  /** One for each key of the account that has one. */
  | { readonly outcome: 'found'; readonly urls: readonly string[] }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/** What a notice names. `reference` is ours (`referenceOfTxid`); undefined where the txid is not one of ours. */
export interface NoticeIds {
  readonly endToEndId: string | undefined;
  readonly txid: string | undefined;
  readonly reference: string | undefined;
}
