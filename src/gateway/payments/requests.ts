import type { Origin } from '../history/index.ts';
import type { BuyerPayment, NewIntention } from '../intentions/index.ts';
import type { MinorUnits } from '../providers/index.ts';
import type { Transaction } from '../transactions/index.ts';
import type { SaleOfAnyKind } from './authorize.ts';

/** A requested sale. `origin` goes into the history. */
export interface SellRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  readonly sale: SaleOfAnyKind;
  /** The id of the transaction to make; undefined: any. */
  readonly newId?: string | undefined;
  /** That of an intention of the merchant, which the sale pays. Throws intention_not_found (404) for any other. */
  readonly transactionId?: string | undefined;
  /** Whether to capture at once; undefined: not stated. */
  readonly capture?: boolean | undefined;
  /**
   * The same key with the same `content` (JSON values) returns the first answer again for 7 days, without a new
   * effect. Keys belong to the merchant: callers that generate keys put a prefix of their own before them.
   */
  readonly idempotency: { readonly key: string; readonly content: unknown } | undefined;
}

/** A requested intention. */
export interface IntendRequest extends Omit<SellRequest, 'sale' | 'transactionId' | 'capture'> {
  readonly intention: NewIntention;
}

/** Asks for the intention of an earlier request. */
export interface IntendedRequest {
  readonly merchantId: number;
  readonly idempotency: NonNullable<SellRequest['idempotency']>;
}

/** A buyer's try to pay an intention, as read before. */
export interface PayIntentionRequest {
  readonly transaction: Transaction;
  readonly origin: Origin;
  readonly payment: BuyerPayment;
  /** The same key gives the result of the first try again. */
  readonly idempotencyKey: string;
}

/** A requested capture or void. */
export interface MovementRequest {
  readonly merchantId: number;
  readonly transactionId: string;
  readonly origin: Origin;
  /** Undefined: all that is left. */
  readonly amount: MinorUnits | undefined;
  /** What the asker was shown as left: where it is another amount by now, nothing is moved. */
  readonly left?: MinorUnits | undefined;
  readonly idempotencyKey: string | undefined;
}
