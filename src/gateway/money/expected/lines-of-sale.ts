import type { LocalTime } from '../../../platform/time/clock.ts';
import { brandOfKept } from '../../card-data/index.ts';
import type { MoneyOfPix } from '../../kinds/pix/index.ts';
import type { CapturedSale } from '../../transactions/index.ts';
import { type ExpectedLine, expectedLines, type MoneyOfSale } from '../rules/expected-lines.ts';
import { type FeeTable, type PaidBy, rateOf } from '../rules/fees.ts';
import type { ReceivableState } from '../rules/receivable-state.ts';
import type { Receivable } from '../tables/receivables-table.ts';

const WAYS: Readonly<Record<string, PaidBy>> = {
  credit: 'credit',
  debit: 'debit',
  pix: 'pix',
  bankSlip: 'bankSlip',
};

/** The sale as its lines depend on it. A kind of payment that is not known here is expected as credit is. */
export function moneyOfSale(
  sale: CapturedSale,
  pix: MoneyOfPix | undefined,
  time: Pick<LocalTime, 'day'>,
): MoneyOfSale {
  const returns = pix?.returns ?? [];
  // A refund in the bank's own app has no movement, and its own time.
  const atBank = returns.filter(({ kind }) => kind === 'refund');
  return {
    paidBy: WAYS[sale.type] ?? 'credit',
    // Kept as its merchant writes it: a fee is agreed for MASTERCARD, and sales come as MASTER.
    brand: brandOfKept(sale) ?? sale.brand,
    installments: Math.max(1, sale.installments),
    captured: sale.captured,
    captureDay: time.day(pix?.receivedAt ?? sale.capturedAt),
    reductions: [
      ...withoutThoseAtBank(sale.refunds, atBank).map(({ amount, at }) => ({
        kind: 'refund' as const,
        amount,
        day: time.day(at),
      })),
      ...returns.map(({ kind, amount, at }) => ({ kind, amount, day: time.day(at) })),
    ],
  };
}

/** What the sale counts as given back and the bank tells of by itself is one thing. */
function withoutThoseAtBank(
  refunds: CapturedSale['refunds'],
  atBank: readonly { readonly amount: number }[],
): CapturedSale['refunds'] {
  let told = atBank.reduce((sum, { amount }) => sum + amount, 0);
  return refunds.toReversed().flatMap((refund) => {
    const same = Math.min(told, refund.amount);
    told -= same;
    return refund.amount > same ? [{ ...refund, amount: refund.amount - same }] : [];
  });
}

export function receivablesOf(
  sale: CapturedSale,
  money: MoneyOfSale,
  { fees, isDisputed }: { readonly fees: FeeTable | undefined; readonly isDisputed: boolean },
): readonly Receivable[] {
  const feeUnknown = rateOf(fees, money) === undefined ? 1 : 0;
  const common = {
    transactionId: sale.id,
    merchantId: sale.merchantId,
    accountId: sale.accountId,
    provider: sale.provider,
    paidBy: money.paidBy,
    brand: money.brand,
    installments: money.paidBy === 'credit' ? money.installments : 1,
    captureDay: money.captureDay,
    referenceId: sale.referenceId,
    feeUnknown,
    version: sale.version,
    class: undefined,
    payoutId: undefined,
  };
  return expectedLines(money, fees).map((line) => ({
    ...common,
    ...line,
    state: stateOf(line, money, isDisputed),
  }));
}

/**
 * A Pix that is paid is in the account: the bank itself has told it. A refund that is all given back fee moves no money: nobody
 * will tell of it. What is to come of a sale in dispute may not come.
 */
function stateOf(
  { kind, gross, net }: ExpectedLine,
  { paidBy }: MoneyOfSale,
  isDisputed: boolean,
): ReceivableState {
  if (kind === 'dispute') return 'disputed';
  if (gross === 0) return 'cancelled';
  if (paidBy === 'pix' || (kind === 'refund' && net === 0)) return 'paid';
  return isDisputed ? 'disputed' : 'expected';
}
