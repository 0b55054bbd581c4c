import type { Address } from '../../accounts/persons/index.ts';
import { uuidMaker } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';

/** What a charge pays: a sale, or an entry of a recurrence. */
export type ChargeOwner = 'sale' | 'entry';

/** A request to the gateway without a result after this time is assumed to be lost. */
export const CHARGE_DUE_AFTER_MS = 5_000;

/** A refused attempt of the buyer causes no notification, so a charge that can still be paid is checked this often. */
export const CHARGE_RECHECK_MS = 60_000;

/**
 * A payment that the gateway makes for this back office. Its row is written in the commit of its owner, before the
 * gateway is called; the transaction's id is added later. Times in milliseconds since 1970.
 */
export interface Charge {
  readonly id: number;
  readonly personId: number;
  readonly owner: ChargeOwner;
  readonly ownerId: number;
  /** Assigned by the gateway; undefined until it has answered. */
  readonly transactionId: string | undefined;
  /** Of the client's card that it takes; undefined where a buyer types one. */
  readonly cardToken: string | undefined;
  /** The id that the transaction by this card gets, or has: written before the gateway is called. */
  readonly plannedTransactionId: string | undefined;
  /** Of the form that keeps a card, where no money is taken. */
  readonly formId: string | undefined;
  readonly createdAt: number;
  /** When its owner has to be settled from the state at the gateway; undefined: nothing to settle. */
  readonly dueAt: number | undefined;
}

/**
 * `waiting`: the hosted page waits for the buyer. `underWay`: the outcome is not known yet. `exhausted`: the buyer has
 * no attempts left. `refunding`: a void or refund that is not final yet.
 */
export type ChargeStatus =
  | 'waiting'
  | 'underWay'
  | 'paid'
  | 'refused'
  | 'failed'
  | 'exhausted'
  | 'expired'
  | 'canceled'
  | 'refunding'
  | 'refunded';

/** What the acquirer answered; never contains the card. */
export interface ChargeResult {
  /** Of a Pix that is paid: its endToEndId. */
  readonly paymentId?: string | undefined;
  /** The acquirer's id of the transaction (TID). */
  readonly terminalNsu?: string | undefined;
  readonly nsu?: string | undefined;
  readonly authorization?: string | undefined;
  readonly acquirer?: string | undefined;
  readonly brand?: string | undefined;
  readonly acquirerCode?: string | undefined;
  readonly message?: string | undefined;
  readonly acquirerTime?: number | undefined;
  readonly holderName?: string | undefined;
}

/** The state of a charge at the gateway. */
export interface ChargeState {
  readonly transactionId: string;
  readonly status: ChargeStatus;
  readonly result: ChargeResult;
  /** Of one that the acquirer refused: what can be done about it. */
  readonly declineClass?: RefusalClass | undefined;
  /** Of a refusal whose card scheme names a time before which it is not to be tried again. */
  readonly retryAfter?: number | undefined;
}

/**
 * `hard`: never again with this card. `fix_data`: with other data of the card. `soft_customer`, `soft_technical`: the
 * same again later. `merchant_config`: once the seller has mended its account. `wrong_function`, `authentication`: in
 * another way.
 */
export type RefusalClass =
  | 'hard'
  | 'fix_data'
  | 'soft_customer'
  | 'soft_technical'
  | 'merchant_config'
  | 'wrong_function'
  | 'authentication';

/** The id of a transaction that is still to be made, at this time in milliseconds since 1970. */
export function planTransactionId(at: number): string {
  return uuidMaker(() => at)();
}

/** Who pays, for receipts and searches at the gateway. It may be edited between two requests for the same charge. */
export interface ChargeCustomer {
  readonly name: string | undefined;
  readonly document: string;
  /** Of a slip: where it is sent. */
  readonly email?: string | undefined;
  /** Of a slip: where its payer lives. */
  readonly address?: Address | undefined;
}

/** What a hosted page takes: a card of one function, or a slip, for which it asks who pays. */
export type PageKind = 'credit' | 'debit' | 'slip';

/** A payment by a client's card that the gateway keeps, on credit. Money in centavos. */
export interface CardCharge {
  readonly chargeId: number;
  /** The same key charges once, for 7 days. At most 200 characters. */
  readonly key: string;
  /** The transaction's id, with which the same charge is made once at any time; undefined in charges of older versions. */
  readonly transactionId: string | undefined;
  readonly personId: number;
  readonly cardToken: string;
  readonly amount: number;
  /** One of a series that the client agreed to. */
  readonly recurrent: boolean;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  /** The seller's client; undefined: not known. */
  readonly customer: ChargeCustomer | undefined;
}

/** A hosted page for one payment. Money in centavos. */
export interface PageCharge {
  readonly chargeId: number;
  readonly personId: number;
  readonly amount: number;
  readonly installments: number;
  readonly interest: 'store' | 'issuer';
  readonly kind: PageKind;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  /** The seller's client; undefined: not known. */
  readonly customer: ChargeCustomer | undefined;
  readonly expiresAt: number;
}

/** A Pix for one payment. Money in centavos. */
export interface PixToCharge {
  readonly chargeId: number;
  /** The transaction's id, with which the same Pix is made once at any time. */
  readonly transactionId: string;
  readonly personId: number;
  readonly amount: number;
  readonly reference: string | undefined;
  readonly description: string | undefined;
  readonly customer: ChargeCustomer | undefined;
  readonly expiresAt: number;
}

/** What a buyer pays a Pix with. */
export interface PixToShow {
  /** The text of its code. */
  readonly code: string;
  readonly url: string;
  readonly expiresAt: number;
}

export type RefundOutcome =
  | { readonly kind: 'refunded' | 'refunding'; readonly result: ChargeResult }
  /** No money was moved; `message` is the reason, in Portuguese. */
  | { readonly kind: 'refused'; readonly message: string };

/** Thrown when an owner could not be settled; it is tried again at `retryAt` (milliseconds since 1970). */
export class ChargeUnsettled extends Error {
  override readonly name = 'ChargeUnsettled';
  readonly retryAt: number;

  constructor(message: string, retryAt: number) {
    super(message);
    this.retryAt = retryAt;
  }
}

/** The gateway as this back office uses it. Calls are idempotent: the same charge or key takes effect once. */
export interface GatewayCharges {
  /**
   * With the slip where it is known who pays it. Throws Refusal when the gateway cannot take this payment; then nothing was created.
   */
  openPage(request: PageCharge): Promise<ChargeState>;
  /** The page that `openPage` created for the same request, if any. Creates nothing. */
  findPage(request: PageCharge): Promise<ChargeState | undefined>;
  /** Charges a kept card. Throws Refusal when the gateway cannot take this payment; then nothing was charged. */
  chargeCard(request: CardCharge): Promise<ChargeState>;
  /** Makes a Pix. Throws Refusal when the gateway cannot take this payment; then nothing was created. */
  openPix(request: PixToCharge): Promise<ChargeState>;
  /** Undefined until its bank has answered. */
  pixToShow(personId: number, transactionId: string): Promise<PixToShow | undefined>;
  /** The addresses of the pages of these Pix and slips, by transaction. */
  pixPages(transactionIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  find(personId: number, transactionId: string): Promise<ChargeState | undefined>;
  /**
   * Closes a page, or removes a Pix, that nobody has paid. Returns `canceled`, or the status of the charge if it could not be
   * closed. `closing`: the bank has not confirmed yet, and is asked until it does.
   */
  closePage(personId: number, transactionId: string): Promise<ChargeStatus | 'closing'>;
  /** Voids or refunds the whole amount. */
  refund(request: {
    readonly personId: number;
    readonly transactionId: string;
    readonly key: string;
  }): Promise<RefundOutcome>;
  /** The address of the hosted page. */
  pageUrl(transactionId: string): string;
}

/** The gateway's: the first request with the key has no answer yet. */
const RUNNING = 'idempotency_running';
/** The database's, in the commit that would begin a charge. */
const SELLER_INACTIVE = 'shop_inactive';
const CONFLICT = 409;
const TOO_MANY = 429;
/** The gateway's: the acquirer that keeps the card no longer serves the seller. */
const ACCOUNT_GONE = 'card_token_account_gone';
const RETRY_LIMIT = 'retry_limit';

/** Another request with the same key, which charges or refunds this one, is still running. */
export function isRunningElsewhere(error: unknown): boolean {
  return error instanceof Refusal && error.code === RUNNING;
}

/** The seller's access was taken away: nothing is charged until it has it back. */
export function isSellerInactive(error: unknown): boolean {
  return error instanceof Refusal && error.code === SELLER_INACTIVE;
}

/** The gateway does not try the card now: its scheme would charge for it. `isForGood`: the issuer never approves it. */
export function retryLimitOf(
  error: unknown,
): { readonly isForGood: boolean; readonly message: string } | undefined {
  if (!(error instanceof Refusal) || error.code !== RETRY_LIMIT) return undefined;
  const { retryReason } = (error.beside ?? {}) as { readonly retryReason?: string };
  return { isForGood: retryReason === 'irreversible_code', message: error.message };
}

/** The same request would be refused again. */
export function isFinalRefusal(error: unknown): error is Refusal {
  if (!(error instanceof Refusal)) return false;
  const { code, status } = error;
  if (code === ACCOUNT_GONE) return true;
  return status >= 400 && status < 500 && status !== CONFLICT && status !== TOO_MANY;
}
