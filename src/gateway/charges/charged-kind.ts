import type { ChargePayment, MinorUnits } from '../providers/index.ts';
import type { Order } from '../transactions/rules/order.ts';

/** What the life of a charge needs to know of its kind. */
export interface ChargedKind {
  /** How long a charge rests between looks, after the first ones, where no notice of the bank comes. */
  readonly lookEveryMs: number;
  /** When one that is over is looked at again, counted from its end, where not as usual. */
  readonly lateLooksMs?: readonly number[];
  /** What is told of it, in Portuguese. */
  readonly words: ChargeWords;
  /** What a paid transaction is called at the bank: `paidBy` is the payment's name, `chargedAs` the charge's. */
  referenceOf(paidBy: string, chargedAs: string | undefined): string | undefined;
  /** What pays it in full then, where its bank takes less; undefined: its amount. */
  leastOf?(order: Pick<Order, 'payment'>, amount: MinorUnits, paid: PaidThen): MinorUnits;
}

type PaidThen = Pick<ChargePayment, 'at' | 'details'>;

interface ChargeWords {
  readonly paid: string;
  readonly expired: string;
  /** By its merchant. */
  readonly canceled: string;
  /** Its merchant has canceled it, and the bank cannot take it back yet. */
  readonly beingCanceled: string;
  /** By the bank. */
  readonly removed: string;
  /** The buyer has paid while its merchant canceled it. */
  readonly paidMeanwhile: string;
}

/** By the kind of the payment. */
export type ChargedKinds = (kind: string) => ChargedKind;
