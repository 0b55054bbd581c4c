import type { MinorUnits } from './capabilities.ts';
import type { ChargePayment } from './received-payment.ts';

/** Decline classes of docs/contract/acquirers.md G.4: what the buyer or the merchant can do about it. */
export const DECLINE_CLASSES = [
  'hard',
  'fix_data',
  'soft_customer',
  'soft_technical',
  'wrong_function',
  'merchant_config',
  'authentication',
] as const;
export type DeclineClass = (typeof DECLINE_CLASSES)[number];

/**
 * Of class `soft_technical`, and yet no failure on the way to the issuer: the acquirer has had enough of this card (GK, GT, BP171), or the
 * issuer wants no other try for days (NR, RP).
 */
export const WANTS_A_PAUSE: readonly string[] = ['GK', 'GT', 'BP171', 'NR', 'RP'];

/** Whether the issuer was not reached, so that the same request may well pass in a moment or on another way. */
export function failedOnTheWay({ declineClass, code }: Pick<Decline, 'declineClass' | 'code'>): boolean {
  return declineClass === 'soft_technical' && !WANTS_A_PAUSE.includes(code);
}

export function isDeclineClass(text: string): text is DeclineClass {
  return DECLINE_CLASSES.some((known) => known === text);
}

/** The card scheme's names of a sale or check, by which later sales of the kept card refer to it. */
export interface SchemeIds {
  readonly transactionId?: string | undefined;
  /** Mastercard's link of all sales of one agreement. */
  readonly linkId?: string | undefined;
}

/** What the host answered, kept beside the normalized result. Never holds a card number, cvv, key or token. */
export interface HostAnswer {
  readonly theirId?: string;
  readonly nsu?: string;
  readonly authorizationCode?: string;
  /** The acquirer's own code and text. */
  readonly rawCode?: string;
  readonly rawMessage?: string;
  readonly httpStatus?: number;
  /** The card scheme's ABECS code, when the host gives it. */
  readonly abecsCode?: string;
  readonly merchantAdviceCode?: string;
  readonly schemeIds?: SchemeIds;
  /** Electronic commerce indicator as a number (5, 6, 7; 0, 1, 2 for Mastercard). */
  readonly eci?: number;
  /** What the host reports as charged, so that the core can compare it with the request. */
  readonly seen?: { readonly amount?: MinorUnits; readonly cardBin?: string; readonly cardLast4?: string };
}

/** Portuguese text and class of a refusal, ready for the merchant. */
export interface Decline {
  readonly code: string;
  readonly message: string;
  readonly declineClass: DeclineClass;
  /** False: never try this card again unchanged. */
  readonly reversible: boolean;
}

/** What a buyer has to do before a charge is paid. */
export type NextAction =
  /** Visit the provider's page (3-D Secure). */
  | { readonly kind: 'redirect'; readonly url: string }
  /** Pay this code in the app of any bank: the text of a Pix QR code. */
  | { readonly kind: 'pix'; readonly code: string }
  /** Pay this slip at any bank, by its barcode or by its Pix. */
  | { readonly kind: 'slip'; readonly slip: RegisteredSlip };

/** A slip as its bank has registered it. */
export interface RegisteredSlip {
  /** The bank's own number of it (nosso número), as people read it. */
  readonly ourNumber: string;
  /** 44 digits. */
  readonly barcode: string;
  /** 47 digits. */
  readonly line: string;
  /** The text of its Pix; undefined where it has none. */
  readonly qrCode: string | undefined;
  /** What its Pix is called at the bank, where notices name it so. */
  readonly txid?: string | undefined;
}

/** Outcomes of asking for a charge (docs/contract/acquirers.md G.4). A connector returns one of them and never throws for business or network reasons. */
export type AuthorizeOutcome =
  | { readonly outcome: 'approved'; readonly captured: boolean; readonly answer: HostAnswer }
  /** Nothing is paid yet: the buyer has to act, until then. Milliseconds since 1970. */
  | {
      readonly outcome: 'buyer_awaited';
      readonly nextAction: NextAction;
      readonly expiresAt: number;
      readonly answer: HostAnswer;
    }
  | { readonly outcome: 'pending'; readonly answer: HostAnswer }
  | { readonly outcome: 'declined'; readonly decline: Decline; readonly answer: HostAnswer }
  /** It is proven that the host received nothing. */
  | { readonly outcome: 'not_sent'; readonly reason: string }
  /** The host rejects our or the merchant's configuration: nothing was charged; the operator is alerted. */
  | { readonly outcome: 'invalid_request'; readonly reason: string; readonly answer: HostAnswer }
  /** The host reports that it has seen this reference before: treated as unknown. */
  | { readonly outcome: 'duplicate'; readonly answer: HostAnswer }
  /** Anything else after the first byte may have left: only a query can tell. */
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

/** The provider's page that the buyer has to visit now; undefined where there is none. */
export function buyerPageOf(outcome: AuthorizeOutcome): string | undefined {
  const isAway = outcome.outcome === 'buyer_awaited' && outcome.nextAction.kind === 'redirect';
  return isAway ? outcome.nextAction.url : undefined;
}

/** Outcomes of capture, void and refund. `amount` is what this call captured or gave back, in minor units. */
export type MoveOutcome =
  | {
      readonly outcome: 'done';
      readonly amount: MinorUnits;
      readonly refundId?: string;
      readonly answer: HostAnswer;
    }
  /** Accepted, decided later: ask with `queryRefund`. */
  | { readonly outcome: 'pending'; readonly refundId?: string; readonly answer: HostAnswer }
  | { readonly outcome: 'declined'; readonly decline: Decline; readonly answer: HostAnswer }
  | { readonly outcome: 'not_found'; readonly answer: HostAnswer }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'invalid_request'; readonly reason: string; readonly answer: HostAnswer }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

export type UndoOutcome =
  /** Nothing is charged any more; also when nothing ever was. */
  | { readonly outcome: 'undone'; readonly existed: boolean; readonly answer?: HostAnswer }
  /** The host will never undo it: the operator has to decide. */
  | { readonly outcome: 'refused'; readonly decline: Decline; readonly answer: HostAnswer }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export interface RefundSnapshot {
  readonly refundId: string;
  readonly amount: MinorUnits;
  readonly state: 'done' | 'pending' | 'denied';
}

/** What the holder of a card, or its issuer, disputes of a charge, as its acquirer tells it. */
export interface ToldDispute {
  /** `fraud_alert`: the scheme was told of a fraud, and nothing is asked back by that. */
  readonly kind: 'chargeback' | 'fraud_alert';
  /** Its number at the acquirer. */
  readonly reference?: string;
  readonly amount: MinorUnits;
  readonly reasonCode?: string;
  readonly reasonText?: string;
  /** The day of the notice, `yyyy-MM-dd`. */
  readonly date?: string;
  /** In the acquirer's word. */
  readonly state?: string;
}

/** How a charge stands at the host. Amounts in minor units. */
export interface ChargeSnapshot {
  readonly state: 'approved' | 'declined' | 'pending' | 'canceled' | 'buyer_awaited';
  /** What the buyer of a charge has to do that waits for him, until when: where he can be told it later. */
  readonly awaited?: { readonly nextAction: NextAction; readonly expiresAt: number };
  readonly amount: MinorUnits;
  readonly authorizedAmount: MinorUnits;
  readonly capturedAmount: MinorUnits;
  /** Final refunds only. */
  readonly refundedAmount: MinorUnits;
  /** Every refund that the host knows, so that one whose answer was lost can be told from earlier ones. */
  readonly refunds: readonly RefundSnapshot[];
  /** All that was paid for a charge that its buyer pays by himself, oldest first; absent for cards. */
  readonly payments?: readonly ChargePayment[];
  /** Where the acquirer tells of any. */
  readonly disputes?: readonly ToldDispute[];
  readonly decline?: Decline;
  readonly answer: HostAnswer;
}

export type QueryOutcome =
  | { readonly outcome: 'found'; readonly charge: ChargeSnapshot }
  /** Counts as "nothing was charged" only by the rules of docs/contract/acquirers.md G.5 step 7. */
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type RefundQueryOutcome =
  | {
      readonly outcome: 'done' | 'denied' | 'pending';
      readonly amount: MinorUnits;
      readonly answer: HostAnswer;
    }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };
