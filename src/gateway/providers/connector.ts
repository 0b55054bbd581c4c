import type { Secret } from '../../platform/secret.ts';
import type { Capabilities, InterestPlan, MinorUnits, PaymentKind } from './capabilities.ts';

export type { Capabilities, InterestPlan, MinorUnits, PaymentKind } from './capabilities.ts';

/** Decline classes of docs/contract/acquirers.md G.4: what the buyer or the merchant can do about it. */
export type DeclineClass =
  | 'hard'
  | 'fix_data'
  | 'soft_customer'
  | 'soft_technical'
  | 'wrong_function'
  | 'merchant_config'
  | 'authentication';

export interface AttemptCard {
  readonly number: Secret;
  readonly cvv: Secret | undefined;
  /** `MM` */
  readonly expirationMonth: string;
  /** `yyyy` */
  readonly expirationYear: string;
  readonly holderName: string | undefined;
  /** Brand in capitals as `card-data` detects it (`VISA`, `MASTERCARD`, `ELO` …), or undefined when unknown. */
  readonly brand: string | undefined;
}

/** A card that the acquirer keeps, charged by the acquirer's token. */
export interface TokenCard extends Omit<AttemptCard, 'number'> {
  readonly acquirerToken: Secret;
  /** First 6 and last 4 digits of the card that was kept. */
  readonly mask: string;
}

/** The card schemes' card-on-file indicators: the first sale, which stores the card, or a sale with a stored card. */
export interface CardOnFile {
  readonly use: 'first' | 'used';
  readonly reason: 'recurring' | 'unscheduled';
}

export interface BuyerDevice {
  readonly userAgent: string;
  readonly colorDepth: number;
  readonly deviceType3ds: string;
  readonly javaEnabled: boolean;
  readonly language: string;
  readonly screenHeight: number;
  readonly screenWidth: number;
  readonly timeZoneOffset: number;
}

/** Asks the acquirer to authenticate the buyer first (embedded 3-D Secure). */
export interface AuthenticationRequest {
  readonly onFailure: 'decline' | 'continue';
  readonly device: BuyerDevice;
  /** Addresses of this service that the buyer's browser is sent back to. */
  readonly successUrl: string;
  readonly failureUrl: string;
}

/** The merchant's account at the acquirer. Its settings are decrypted for one call only. */
export interface AccountSettings {
  readonly accountId: string;
  readonly settings: Readonly<Record<string, Secret>>;
}

/** One attempt to charge, as it is sent. Its reference is new and is never used again (docs/contract/acquirers.md G.5 rule 0). */
export interface AuthorizeRequest {
  /** 16 characters of Crockford's base 32, in capitals: every host accepts them. */
  readonly acquirerReference: string;
  readonly account: AccountSettings;
  readonly amount: MinorUnits;
  readonly kind: PaymentKind;
  readonly capture: boolean;
  readonly installments: { readonly count: number; readonly plan: InterestPlan };
  readonly card: AttemptCard | TokenCard;
  readonly softDescriptor: string | undefined;
  readonly recurrent: boolean;
  /** Undefined for a card that is not kept. */
  readonly cardOnFile: CardOnFile | undefined;
  readonly authentication: AuthenticationRequest | undefined;
}

/** The two identifiers of a charge: our reference, and the acquirer's id once it is known. */
export interface ChargeIds {
  readonly acquirerReference: string;
  readonly theirId: string | undefined;
  readonly account: AccountSettings;
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

/** Outcomes of an authorization (docs/contract/acquirers.md G.4). A connector returns one of them and never throws for business or network reasons. */
export type AuthorizeOutcome =
  | { readonly outcome: 'approved'; readonly captured: boolean; readonly answer: HostAnswer }
  | {
      readonly outcome: 'authentication_required';
      readonly redirectUrl: string;
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

/** How a charge stands at the host. Amounts in minor units. */
export interface ChargeSnapshot {
  readonly state: 'approved' | 'declined' | 'pending' | 'canceled' | 'authentication_pending';
  readonly amount: MinorUnits;
  readonly authorizedAmount: MinorUnits;
  readonly capturedAmount: MinorUnits;
  /** Final refunds only. */
  readonly refundedAmount: MinorUnits;
  /** Every refund that the host knows, so that one whose answer was lost can be told from earlier ones. */
  readonly refunds: readonly RefundSnapshot[];
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

export type VerifyOutcome = AuthorizeOutcome | { readonly outcome: 'not_supported' };

/** One request to keep a card. Its reference is new and is never used again. */
export interface StoreCardRequest {
  /** As that of an authorization; connectors send it where the acquirer takes one. */
  readonly reference: string;
  readonly account: AccountSettings;
  readonly card: AttemptCard;
}

export type StoreCardOutcome =
  | { readonly outcome: 'stored'; readonly acquirerToken: Secret }
  | { readonly outcome: 'declined'; readonly decline: Decline; readonly answer: HostAnswer }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'invalid_request'; readonly reason: string; readonly answer: HostAnswer }
  | { readonly outcome: 'unknown'; readonly reason: string; readonly answer?: HostAnswer };

/** The two names of a kept card at the acquirer: ours, and theirs once it is known. */
export interface StoredCardIds {
  readonly reference: string;
  readonly acquirerToken: Secret | undefined;
  readonly account: AccountSettings;
}

export type FindStoredCardOutcome =
  | { readonly outcome: 'found'; readonly acquirerToken: Secret }
  | { readonly outcome: 'not_found' }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

export type DeleteStoredCardOutcome =
  /** It cannot be charged (any more); also when it never existed. */
  | { readonly outcome: 'deleted'; readonly existed: boolean }
  /** The acquirer will never delete it: a case for the operator. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | { readonly outcome: 'not_sent'; readonly reason: string }
  | { readonly outcome: 'unknown'; readonly reason: string };

/**
 * A connector speaks one acquirer's protocol. It keeps no state of ours, touches no database of ours and does not
 * throw for business or network reasons; an exception is a bug and is treated as `unknown` (docs/contract/acquirers.md G.2).
 */
export interface Connector {
  /** In capitals, as answered in `provider`: `REDE`. */
  readonly provider: string;
  /** Answered in `providerVersion` when the merchant sent none. */
  readonly version: string;
  /** Only a live connector may charge in production. */
  readonly live: boolean;

  capabilities(brand: string | undefined, kind: PaymentKind): Capabilities;
  /** Called at most once per attempt. */
  authorize(attempt: AuthorizeRequest): Promise<AuthorizeOutcome>;
  /** After the browser came back, or when the time is up: asks the host how the sale ended. Safe to repeat. */
  continueAfterAuthentication(ids: ChargeIds): Promise<AuthorizeOutcome>;
  capture(ids: ChargeIds, amount: MinorUnits): Promise<MoveOutcome>;
  /** Before settlement. Without an amount: everything. */
  void(ids: ChargeIds, amount: MinorUnits | undefined): Promise<MoveOutcome>;
  /** After settlement. `refundReference` is ours, new for every refund. */
  refund(ids: ChargeIds, amount: MinorUnits, refundReference: string): Promise<MoveOutcome>;
  /** Takes back an attempt whose answer was lost. Safe to repeat; "did not exist" is success. */
  undo(ids: ChargeIds): Promise<UndoOutcome>;
  query(ids: ChargeIds): Promise<QueryOutcome>;
  queryRefund(ids: ChargeIds, refundId: string): Promise<RefundQueryOutcome>;
  verifyCard(card: AttemptCard, account: AccountSettings): Promise<VerifyOutcome>;
  /** Called at most once per reference. `invalid_request` where `capabilities` promise no stored cards. */
  storeCard(request: StoreCardRequest): Promise<StoreCardOutcome>;
  /** What became of `storeCard` when its answer was lost. `unknown` without `storedCards: 'by_reference'`. */
  findStoredCard(ids: StoredCardIds): Promise<FindStoredCardOutcome>;
  /** Safe to repeat; "did not exist" is success. */
  deleteStoredCard(ids: StoredCardIds): Promise<DeleteStoredCardOutcome>;
  health(account: AccountSettings): Promise<{ readonly healthy: boolean; readonly reason?: string }>;
}
