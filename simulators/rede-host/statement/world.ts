import { addBankingDays } from '../../../src/platform/time/banking-days.ts';
import type { Host } from '../host.ts';
import { type Debit, debitsOf } from './debits.ts';
import { type Installment, installmentsOf } from './installments.ts';
import type { Planted } from './planted.ts';
import { dayOf, type Sold, soldBy } from './sold.ts';
import { brandCode, costOfAnticipation } from './terms.ts';

/** An installment as it is in a payment. */
export interface PaidPart extends Installment {
  readonly payDay: string;
  /** Of the payment that it comes with. */
  readonly paidWith: string;
  readonly status: 'SCHEDULLED' | 'PAID' | 'ANTICIPATED' | 'BLOCKED';
  readonly isCeded: boolean;
}

/** What is taken of a debit from one payment. */
export interface Netting {
  readonly debit: Debit;
  readonly amount: number;
  /** Still to be taken after it. */
  readonly left: number;
}

export interface Payment {
  readonly paymentId: string;
  readonly payDay: string;
  readonly type: 'CREDIT' | 'DEBIT' | 'ANTICIPATION';
  readonly brandCode: number;
  readonly status: 'PENDING' | 'PAID' | 'SUSPENDED' | 'PAWNED';
  readonly parts: readonly PaidPart[];
  readonly nettings: readonly Netting[];
  readonly net: number;
}

/** All that statements tell of a merchant: what follows from its sales, by the host's clock. */
export interface World {
  readonly today: string;
  readonly sales: readonly Sold[];
  readonly parts: readonly PaidPart[];
  readonly payments: readonly Payment[];
  readonly debits: readonly Debit[];
}

export async function worldOf(host: Host, pv: string): Promise<World> {
  const { planted } = host;
  const today = dayOf(host.clock.now());
  const sales = await soldBy(host, pv);
  const all = sales.map((sale) => ({ sale, ...installmentsOf(sale) }));
  const parts = all
    .flatMap(({ installments }) => installments)
    .filter(({ gross, paymentId }) => gross > 0 && !planted.missing.has(paymentId))
    .map((installment) => partOf(installment, planted, today));
  const debits = debitsOf(all, { planted, pv, today });
  return { today, sales, parts, debits, payments: paymentsOf(parts, debits, { planted, today }) };
}

function partOf(installment: Installment, planted: Planted, today: string): PaidPart {
  const { paymentId, dueDay, sale } = installment;
  const anticipatedOn = planted.anticipated.get(paymentId);
  const payDay = anticipatedOn ?? dueDay;
  const fee =
    feeAsTold(installment, planted) + (anticipatedOn === undefined ? 0 : costOfAnticipation(installment.net));
  const gross =
    planted.swapped.has(sale.tid) && installment.number === 1
      ? swapped(installment.gross)
      : installment.gross;
  const statusOf = () => {
    if (planted.suspended.has(paymentId)) return 'BLOCKED';
    if (payDay > today) return 'SCHEDULLED';
    return anticipatedOn === undefined ? 'PAID' : 'ANTICIPATED';
  };
  return {
    ...installment,
    gross,
    fee,
    net: gross - fee,
    payDay,
    paidWith:
      anticipatedOn === undefined ? paymentId : `${anticipatedOn.replaceAll('-', '')}3${paymentId.slice(-3)}`,
    status: statusOf(),
    isCeded: planted.ceded.has(paymentId),
  };
}

/** What is corrected was told wrong in the fee of the first installment. */
function feeAsTold({ fee, paymentId, number }: Installment, { corrected }: Planted): number {
  return number === 1 ? fee + (corrected.get(paymentId) ?? 0) : fee;
}

/** 12,34 becomes 12,43; where both digits are the same, one more. */
function swapped(amount: number): number {
  const cents = amount % 100;
  const other = (cents % 10) * 10 + Math.floor(cents / 10);
  return amount - cents + (other === cents ? cents + 1 : other);
}

function paymentsOf(
  parts: readonly PaidPart[],
  debits: readonly Debit[],
  { planted, today }: { readonly planted: Planted; readonly today: string },
): readonly Payment[] {
  const groups = Map.groupBy(parts, ({ paidWith }) => paidWith);
  const left = new Map(debits.map((debit) => [debit, debit.amount]));
  return [...groups]
    .toSorted(([, one], [, other]) => orderOf(one).localeCompare(orderOf(other)))
    .flatMap(([paymentId, own]) => {
      const [first] = own;
      if (!first) return [];
      const { payDay } = first;
      const gross = own.reduce((sum, { net }) => sum + net, 0);
      const isHeld = planted.suspended.has(first.paymentId);
      const status = statusOf({ isHeld, isCeded: first.isCeded, payDay, today });
      const nettings = status === 'PAID' ? takeDebits(left, payDay, gross) : [];
      const net = gross - nettings.reduce((sum, { amount }) => sum + amount, 0);
      return [
        {
          paymentId,
          payDay,
          type: typeOf(first),
          brandCode: brandCode(first.sale.brand),
          status,
          parts: own,
          nettings,
          net,
        },
      ];
    });
}

function orderOf(parts: readonly PaidPart[]): string {
  return `${parts[0]?.payDay} ${parts[0]?.paidWith}`;
}

function typeOf({ status, sale, paidWith, paymentId }: PaidPart): Payment['type'] {
  if (status === 'ANTICIPATED' || paidWith !== paymentId) return 'ANTICIPATION';
  return sale.kind === 'credit' ? 'CREDIT' : 'DEBIT';
}

function statusOf(payment: {
  readonly isHeld: boolean;
  readonly isCeded: boolean;
  readonly payDay: string;
  readonly today: string;
}): Payment['status'] {
  if (payment.payDay > payment.today) return 'PENDING';
  if (payment.isHeld) return 'SUSPENDED';
  return payment.isCeded ? 'PAWNED' : 'PAID';
}

/** From the banking day after each on: as much as the payment has, the rest from later ones. */
function takeDebits(left: Map<Debit, number>, payDay: string, net: number): readonly Netting[] {
  let room = net;
  const nettings: Netting[] = [];
  for (const [debit, amount] of left) {
    const taken = Math.min(amount, room);
    if (taken === 0 || addBankingDays(debit.day, 1) > payDay) continue;
    room -= taken;
    left.set(debit, amount - taken);
    nettings.push({ debit, amount: taken, left: amount - taken });
  }
  return nettings;
}
