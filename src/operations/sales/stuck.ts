import type { Written } from '../../accounts/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { changeSale } from './change.ts';
import {
  CLIENT_LOST_MS,
  type ExternalPayment,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type RecordedResult,
} from './external-payment.ts';
import { refuseSale } from './refusals.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from './sale.ts';
import { lockSale, selectPayments, updatePayment } from './store.ts';
import { countStuck, findStuck, type StuckPage, type StuckSale, selectStuck } from './stuck-store.ts';
import type { SaleTables } from './tables.ts';
import type { WorkOptions } from './work.ts';

/** How a stuck sale ended, as a person says. */
export interface StuckAnswer {
  /** Undefined: of any person. */
  readonly personId: number | undefined;
  readonly saleId: number;
  readonly status: number;
  /** Who confirmed it and how. */
  readonly reason: string;
  /** Who settles it: `user 3`. */
  readonly origin: string;
}

/** Sales whose payment client took them, and no longer says what became of them. */
export interface StuckSales {
  /** The oldest payments first. */
  list(page: StuckPage): Promise<readonly StuckSale[]>;
  /** Of a person; without one, of all. */
  count(personId?: number): Promise<number>;
  /** Undefined: the sale does not need a person. */
  find(saleId: number): Promise<StuckSale | undefined>;
  /**
   * Ends the payment or cancel as a person says it went at the acquirer; no money is moved. Of a later result of the
   * payment client see `finishWork`. Refusals: not_found, sale_not_stuck, field_invalid.
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

/** What a person may say: the money was taken, or it was not; of a cancel, that it was given back, or not. */
export function settledStatuses({ type }: Pick<ExternalPayment, 'type'>): readonly SaleStatus[] {
  const { credited, refused, canceled } = SALE_STATUS;
  return type === PAYMENT_TYPE.cancel ? [canceled, credited] : [credited, refused];
}

function settleStuckSale(
  { database, clock, callbacks }: Omit<WorkOptions, 'changed'>,
  { personId, saleId, status: wanted, reason, origin }: StuckAnswer,
  written: Written<Sale>,
): Promise<Sale> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<SaleTables>();
    const sale = await lockSale(tables, saleId);
    if (!sale || sale.personId !== (personId ?? sale.personId)) throw operationRefuse('not_found');
    const at = clock.now();
    const payment = (await selectPayments(tables, [saleId])).find((one) => isStuck(one, at));
    if (!payment) throw refuseSale('sale_not_stuck');
    const possible = settledStatuses(payment);
    const status = possible.find((known) => known === wanted);
    if (status === undefined) {
      const message = `O status deve ser um de: ${possible.join(', ')}.`;
      throw refuseSale('field_invalid', { field: 'status', message });
    }
    // The first of the two is what the payment client would have reported as approved.
    const approved = status === possible[0];
    const recorded: RecordedResult = { approved, byPerson: true, message: 'ENCERRADA POR UMA PESSOA' };
    const result = JSON.stringify(recorded);
    await updatePayment(tables, { ...payment, status: PAYMENT_STATUS.finished, updatedAt: at, result });
    const ended = await changeSale(transaction, callbacks, sale, { status, at, origin, reason });
    await written(transaction, ended);
    return ended;
  });
}

function isStuck({ status, clientId, heardAt }: ExternalPayment, now: number): boolean {
  return (
    status === PAYMENT_STATUS.underWay && clientId !== undefined && (heardAt ?? 0) < now - CLIENT_LOST_MS
  );
}
