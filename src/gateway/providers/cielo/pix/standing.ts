import type { StandingCharge } from '../../charge-snapshot.ts';
import type { PaymentReturn } from '../../received-payment.ts';
import { STATUS } from '../answer/record.ts';
import type { ToldSale } from '../answer/snapshot.ts';
import type { ToldPix } from '../answer/told-pix.ts';

/** Cielo lets no code live longer. */
export const LONGEST_LIFE_MS = 24 * 60 * 60_000;

/** A sale that is known to be a Pix. */
export interface PixSaleTold extends ToldSale {
  readonly pix: ToldPix;
}

export function isPix(sale: ToldSale): sale is PixSaleTold {
  return sale.pix !== undefined;
}

/**
 * How a Pix stands, or why that cannot be told. It is paid where its payment has an id: the status alone does not say it, for
 * 12 stands for a code that waits and for a refund under way.
 */
export function standingOf(sale: PixSaleTold, now: number): StandingCharge | string {
  const { status, pix, amount, answer } = sale;
  const { endToEndId, txid } = pix;
  if (endToEndId !== undefined) {
    const payment = {
      endToEndId,
      ...(txid === undefined ? {} : { txid }),
      amount,
      // Cielo's own example of a paid one names no time but that of its creation.
      at: sale.capturedAt ?? now,
      returns: returnsOf(sale, now),
    };
    // Removed before, and paid all the same: that money is a surplus.
    const settles = status !== STATUS.voided;
    const standing = settles ? 'paid' : 'removed';
    return { standing, awaited: undefined, amount, payments: [{ ...payment, settles }], answer };
  }
  const unpaid = { amount, payments: [], answer };
  switch (status) {
    case STATUS.pending:
      return { ...unpaid, standing: 'awaited', awaited: awaitedOf(pix, now) };
    case STATUS.confirmed:
    case STATUS.authorized:
      return 'the Pix is paid, and its payment is not told';
    // 0: no code came to be.
    case STATUS.notFinished:
    case STATUS.denied:
    case STATUS.voided:
    case STATUS.refunded:
    case STATUS.aborted:
      return { ...unpaid, standing: 'removed', awaited: undefined };
    default:
      return `status ${status} is not known`;
  }
}

/** What went back of its payment. Cielo names a refund by no reference of ours, and tells the sum. */
export function returnedOfPix({ status, amount, canceledAmount }: PixSaleTold): number {
  return status === STATUS.refunded && canceledAmount === 0 ? amount : canceledAmount;
}

function returnsOf(sale: PixSaleTold, now: number): readonly PaymentReturn[] {
  const amount = returnedOfPix(sale);
  if (amount === 0) return [];
  const state = sale.status === STATUS.pending ? 'pending' : 'done';
  return [
    { id: `void${amount}`, amount, state, nature: 'original', at: sale.canceledAt ?? now, isUnnamed: true },
  ];
}

function awaitedOf({ code, createdAt, lifeSeconds }: ToldPix, now: number): StandingCharge['awaited'] {
  if (code === undefined) return undefined;
  const lifeMs = lifeSeconds === undefined ? LONGEST_LIFE_MS : lifeSeconds * 1_000;
  return { nextAction: { kind: 'pix', code }, expiresAt: (createdAt ?? now) + lifeMs };
}

/** Whether nobody can pay it any more, however long it was to live. */
export function isOver({ createdAt, lifeSeconds }: ToldPix, now: number): boolean {
  const lifeMs = lifeSeconds === undefined ? LONGEST_LIFE_MS : lifeSeconds * 1_000;
  return createdAt !== undefined && now >= createdAt + lifeMs + TOLERATED_MS;
}

/** Clocks differ, and Cielo tells whole seconds. */
const TOLERATED_MS = 60_000;
