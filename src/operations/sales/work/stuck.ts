import type { Written } from '../../../accounts/options.ts';
import { operationRefuse } from '../../interface/refusals.ts';
import { changeSale } from '../record/change.ts';
import {
  CLIENT_LOST_MS,
  type ExternalPayment,
  endedWithoutClient,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  paymentResultOf,
  type RecordedResult,
  UNSETTLED,
} from '../record/external-payment.ts';
import { refuseSale } from '../record/refusals.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from '../record/sale.ts';
import { lockSale, selectPayments, updatePayment } from '../record/store.ts';
import type { SaleTables } from '../record/tables.ts';
import { noteOnSale } from './finish-work.ts';
import { countStuck, findStuck, type StuckPage, type StuckSale, selectStuck } from './stuck-store.ts';
import type { WorkOptions } from './work.ts';

/** How a stuck sale ended, as a person says. */
export interface StuckAnswer {
  /** Undefined: of any person. */
  readonly personId: number | undefined;
  readonly saleId: number;
  readonly status: number;
  /**
   * The case that the person saw (`stuckCase`): meanwhile the sale may need a person for another reason, of which the same
   * status says something else. Undefined: its payment client is silent.
   */
  readonly seen: string | undefined;
  /** Who confirmed it and how. */
  readonly reason: string;
  /** Who settles it: `user 3`. */
  readonly origin: string;
}

/** Sales of which the payment client no longer says what became of them, or said it after they had ended otherwise. */
export interface StuckSales {
  /** The oldest payments first. */
  list(page: StuckPage): Promise<readonly StuckSale[]>;
  /** Of a person; without one, of all. */
  count(personId?: number): Promise<number>;
  /** Undefined: the sale does not need a person. */
  find(saleId: number): Promise<StuckSale | undefined>;
  /**
   * Ends the payment or cancel as a person says it went at the acquirer; no money is moved. Of a later result of the
   * payment client see `finishWork`. Refusals: not_found, sale_not_stuck, case_changed, field_invalid.
   */
  settle(answer: StuckAnswer, written: Written<Sale>): Promise<Sale>;
}

export function createStuckSales(options: Omit<WorkOptions, 'changed'>): StuckSales {
  const { database, clock } = options;
  const tables = () => database.read<SaleTables>();
  const silentSince = () => clock.now() - CLIENT_LOST_MS;
  return {
    list: (page) => selectStuck(tables(), { ...page, silentSince: silentSince() }),
    count: (personId) => countStuck(tables(), silentSince(), personId),
    find: (saleId) => findStuck(tables(), saleId, silentSince()),
    settle: (answer, written) => settleStuckSale(options, answer, written),
  };
}

/**
 * Why a sale needs a person: its payment client fell silent while it had the work (`silent`) or did not say what became of
 * work that ended without it (`untold`); or it said, after the sale had ended otherwise, that it had charged (`charged`) or
 * not (`notCharged`), not given back (`notRefunded`), or given back once more (`refundedTwice`).
 */
export type StuckCause = 'silent' | 'untold' | 'charged' | 'notCharged' | 'notRefunded' | 'refundedTwice';

export function stuckCause({ payment }: StuckSale): StuckCause {
  if (payment.unsettled === undefined) return 'silent';
  if (payment.unsettled === UNSETTLED.untold) return 'untold';
  const { approved } = paymentResultOf(payment);
  if (payment.type === PAYMENT_TYPE.cancel) return approved ? 'refundedTwice' : 'notRefunded';
  return approved ? 'charged' : 'notCharged';
}

/** What needs a person: which payment or cancel of the sale, and why. */
export function stuckCase(stuck: StuckSale): string {
  return `${stuck.payment.id}.${stuckCause(stuck)}`;
}

/** Since when: its client was last heard of, or the work ended. */
export function stuckSince({ payment: { unsettled, heardAt, updatedAt } }: StuckSale): number {
  return unsettled === undefined ? (heardAt ?? updatedAt) : updatedAt;
}

/**
 * What a person may say: the money was taken, or it was not; of a cancel, that it was given back, or not. A sale that
 * ended stays as it is, once the person has seen to its money; a credited one may turn out not to be paid.
 */
export function settledStatuses({ sale, payment }: StuckSale): readonly SaleStatus[] {
  const { credited, refused, canceled } = SALE_STATUS;
  const isCancel = payment.type === PAYMENT_TYPE.cancel;
  if (payment.unsettled === undefined) return isCancel ? [canceled, credited] : [credited, refused];
  if (sale.status !== credited) return [sale.status];
  return isCancel ? [canceled, credited] : [credited, canceled];
}

function settleStuckSale(
  { database, clock, callbacks }: Omit<WorkOptions, 'changed'>,
  { personId, saleId, status: wanted, seen, reason, origin }: StuckAnswer,
  written: Written<Sale>,
): Promise<Sale> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<SaleTables>();
    const sale = await lockSale(tables, saleId);
    if (!sale || sale.personId !== (personId ?? sale.personId)) throw operationRefuse('not_found');
    const at = clock.now();
    const payments = (await selectPayments(tables, [saleId])).filter((one) => isStuck(one, at));
    if (payments.length === 0) throw refuseSale('sale_not_stuck');
    const payment = payments.find((one) => wasSeen({ sale, payment: one }, seen));
    if (!payment) throw refuseSale('case_changed');
    const possible = settledStatuses({ sale, payment });
    const status = possible.find((known) => known === wanted);
    if (status === undefined) {
      const message = `O status deve ser um de: ${possible.join(', ')}.`;
      throw refuseSale('field_invalid', { field: 'status', message });
    }
    const approved = approvedBy(status, { sale, payment });
    await updatePayment(tables, settledPayment(payment, { approved, at }));
    const ended =
      status === sale.status
        ? await noteOnSale(transaction, sale, { at, origin, reason })
        : await changeSale(transaction, callbacks, sale, { status, at, origin, reason });
    await written(transaction, ended);
    return ended;
  });
}

function wasSeen(stuck: StuckSale, seen: string | undefined): boolean {
  return seen === undefined ? stuckCause(stuck) === 'silent' : stuckCase(stuck) === seen;
}

/**
 * What the payment client would have reported, had the sale this status. Where a sale that ended stays as it is, its status
 * may come from another payment or cancel, and says nothing of this one: of that holds what was known before.
 */
function approvedBy(status: SaleStatus, { sale, payment }: StuckSale): boolean | undefined {
  const { canceled, credited } = SALE_STATUS;
  if (payment.unsettled !== undefined && status === sale.status) return paymentResultOf(payment).approved;
  return status === (payment.type === PAYMENT_TYPE.cancel ? canceled : credited);
}

/** Work that its client had ends by a person, and its client still has to say how; otherwise a person has seen to it. */
function settledPayment(
  payment: ExternalPayment,
  { approved, at }: { readonly approved: boolean | undefined; readonly at: number },
): ExternalPayment {
  const said: RecordedResult = { approved, byPerson: true, message: 'ENCERRADA POR UMA PESSOA' };
  if (payment.unsettled === undefined) return endedWithoutClient(payment, { at, result: said });
  const recorded = paymentResultOf(payment);
  const result = payment.unsettled === UNSETTLED.disputed ? { ...recorded, undone: true } : said;
  return { ...payment, result: JSON.stringify(result), unsettled: undefined };
}

function isStuck({ status, clientId, heardAt, updatedAt, unsettled }: ExternalPayment, now: number): boolean {
  const silentSince = now - CLIENT_LOST_MS;
  if (unsettled !== undefined) return unsettled === UNSETTLED.disputed || updatedAt < silentSince;
  return status === PAYMENT_STATUS.underWay && clientId !== undefined && (heardAt ?? 0) < silentSince;
}
