/** Whose money a charge is: a sale's, or that of an entry of a recurrence. */
export type ChargeOwner = 'sale' | 'entry';

/** A request that asked the gateway is cut off, for all that is known, when nothing came of it for so long. */
export const CHARGE_DUE_AFTER_MS = 5_000;

/** Nothing tells of a buyer's try that was refused, so a charge that may still be paid is looked at this often. */
export const CHARGE_LOOK_AGAIN_MS = 60_000;

/**
 * A payment that the gateway makes for this back office. Its row is written in the commit of its owner, before the gateway
 * is asked; the transaction's id follows. Times in milliseconds since 1970.
 */
export interface Charge {
  readonly id: number;
  readonly personId: number;
  readonly owner: ChargeOwner;
  readonly ownerId: number;
  /** Of the gateway; undefined until it has answered. */
  readonly transactionId: string | undefined;
  readonly createdAt: number;
  /** When its owner has to be settled with what the gateway knows; undefined: nothing new. */
  readonly dueAt: number | undefined;
}

/**
 * `waiting`: for the buyer on the hosted page. `underWay`: the outcome is not known yet. `exhausted`: the buyer's tries are
 * used up. `givingBack`: a void or refund that is not final.
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
  | 'givingBack'
  | 'givenBack';

/** What the acquirer said; the card is never part of it. */
export interface ChargeResult {
  readonly nsu?: string | undefined;
  readonly authorization?: string | undefined;
  readonly acquirer?: string | undefined;
  readonly brand?: string | undefined;
  readonly acquirerCode?: string | undefined;
  readonly message?: string | undefined;
  readonly acquirerTime?: number | undefined;
  readonly holderName?: string | undefined;
}

/** What the gateway knows of a charge. */
export interface ChargeState {
  readonly transactionId: string;
  readonly status: ChargeStatus;
  readonly result: ChargeResult;
}

/** A hosted page for one payment. Money in centavos. */
export interface PageCharge {
  readonly chargeId: number;
  readonly personId: number;
  readonly amount: number;
  readonly installments: number;
  readonly interest: 'store' | 'issuer';
  readonly kind: 'credit' | 'debit';
  readonly reference: string | undefined;
  readonly description: string;
  readonly expiresAt: number;
}

export type GivenBack =
  | { readonly kind: 'givenBack' | 'givingBack'; readonly result: ChargeResult }
  /** Nothing was moved; `message` tells why, in Portuguese. */
  | { readonly kind: 'refused'; readonly message: string };

/** An owner that could not be settled, which is tried again at `retryAt` (milliseconds since 1970). */
export class ChargeUnsettled extends Error {
  override readonly name = 'ChargeUnsettled';
  readonly retryAt: number;

  constructor(message: string, retryAt: number) {
    super(message);
    this.retryAt = retryAt;
  }
}

/** The gateway, as this back office needs it. The same charge or key takes effect once, however often it is asked for. */
export interface GatewayCharges {
  /** Throws Refusal when the gateway cannot take this payment; then nothing was made. */
  openPage(asked: PageCharge): Promise<ChargeState>;
  /** What `openPage` made for the same request, if it did. Makes nothing. */
  findPage(asked: PageCharge): Promise<ChargeState | undefined>;
  find(personId: number, transactionId: string): Promise<ChargeState | undefined>;
  /** Ends a page that nobody has paid. Anything but `canceled` says how the charge stands instead. */
  closePage(personId: number, transactionId: string): Promise<ChargeStatus>;
  /** Voids or refunds all of it. */
  giveBack(asked: {
    readonly personId: number;
    readonly transactionId: string;
    readonly key: string;
  }): Promise<GivenBack>;
  /** The address of the hosted page. */
  pageUrl(transactionId: string): string;
}
