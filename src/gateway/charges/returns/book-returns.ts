import type { TransactionEvent } from '../../history/index.ts';
import type { ChargePayment, PaymentReturn } from '../../providers/index.ts';
import { type Change, type News, returned } from '../../transactions/rules/change.ts';
import type { Movement } from '../../transactions/rules/movement.ts';
import { statusOfRefunds } from '../../transactions/rules/movement-results.ts';
import {
  canTransition,
  type Result,
  Status,
  type Transaction,
} from '../../transactions/rules/transaction.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import { chargeRow } from '../charge-writes.ts';
import type { ChargeDependencies } from '../open-charge.ts';
import { disputesIn, type ForeignReturns, foreignReturns, type ReturnRow } from './returned.ts';

export type ReturnsDependencies = Pick<ChargeDependencies, 'charges' | 'clock'> & {
  readonly store: Pick<TransactionStore, 'findAny' | 'change' | 'movementsOf'>;
};

const NOT_MADE: ReadonlySet<Movement['state']> = new Set([
  'not_done',
  'declined',
  'invalid',
  'not_sent',
  'not_found',
]);

const RECOVERY = { kind: 'recovery' } as const;
const REFUNDED_AT_BANK = 'Devolvido pelo banco da loja';

/**
 * Books what went back of a payment without us: taken by the bank after a complaint (MED), or given back in the bank's own
 * app. What is booked is what the bank shows in all, never what it shows more, so that nothing counts twice.
 */
export async function bookReturns(
  dependencies: ReturnsDependencies,
  { id }: Pick<Transaction, 'id'>,
  arrived: readonly ChargePayment[],
): Promise<void> {
  const { store, charges, clock } = dependencies;
  if (arrived.every(({ returns }) => returns.length === 0)) return;
  const known = await charges.paymentsOf(id);
  for (const { endToEndId, surplus } of known) {
    const payment = arrived.find((one) => one.endToEndId === endToEndId);
    if (surplus !== undefined && payment) await bookTakenSurplus(dependencies, id, payment);
  }
  const paying = known.find(({ surplus }) => surplus === undefined);
  const payment = arrived.find(({ endToEndId }) => endToEndId === paying?.endToEndId);
  if (!payment) return;
  await retryChange(store, id, async (transaction): Promise<Change | undefined> => {
    // Read after the transaction: whoever books meanwhile changes its version, and this is not written.
    const isOurs = oursAmong(await store.movementsOf(id));
    const found = foreignReturns(id, payment, isOurs, await charges.returnsOf(id));
    if (found.changed.length === 0) return undefined;
    return changeBy(transaction, found, clock.now());
  });
}

/** What the bank took of a surplus (MED) is no money of the sale: it stands in the book and the history, and is not given back once more. */
async function bookTakenSurplus(
  { store, charges, clock }: ReturnsDependencies,
  id: string,
  { endToEndId, returns }: ChargePayment,
): Promise<void> {
  const taken = { endToEndId, returns: returns.filter(({ nature }) => nature !== 'original') };
  if (taken.returns.length === 0) return;
  await retryChange(store, id, async (transaction): Promise<Change | undefined> => {
    const { changed } = foreignReturns(id, taken, () => false, await charges.returnsOf(id));
    const { status } = transaction.result;
    const [first, ...events] = changed.map((row) => eventOf(row, status, status));
    if (!first) return undefined;
    return {
      transaction,
      at: clock.now(),
      rowBeside: chargeRow({ returns: changed }),
      events: [first, ...events],
    };
  });
}

/**
 * Whether a return is a refund of ours: by its id, or, where the provider knows no ids of ours, because there is one that may
 * have been made.
 */
function oursAmong(movements: readonly Movement[]): (one: PaymentReturn) => boolean {
  const names = new Set(movements.map(({ id }) => id));
  const mayBeOurs = movements.some(({ state }) => !NOT_MADE.has(state));
  return ({ id, isUnnamed }) => (isUnnamed ? mayBeOurs : names.has(id));
}

function changeBy(transaction: Transaction, found: ForeignReturns, at: number): Change | undefined {
  const { result } = transaction;
  const refundedAmount = (result.refundedAmount ?? 0) + found.refundedMore;
  const disputedAmount =
    found.disputed === 0 && result.disputedAmount === undefined ? undefined : found.disputed;
  const { refundingAmount } = result;
  const disputed = { ...transaction, result: { ...result, disputedAmount } };
  const now = statusOfRefunds(disputed, { refundedAmount, refundingAmount });
  const isPaid = result.status === Status.captured || result.status === Status.canceling;
  const status = isPaid && canTransition(result.status, now) ? now : result.status;
  const [first, ...events] = found.changed.map((row) => eventOf(row, result.status, status));
  if (!first) return undefined;
  return {
    transaction,
    at,
    // The merchant's system keeps what is left of a sale by its postbacks.
    isTold: found.refundedMore > 0 || disputedAmount !== result.disputedAmount,
    result: {
      ...result,
      status,
      disputedAmount,
      ...(found.refundedMore > 0 ? { refundedAmount, providerMessage: REFUNDED_AT_BANK } : {}),
    },
    news: newsOf(found, { ...result, refundedAmount, disputedAmount }),
    rowBeside: chargeRow({ returns: found.changed }),
    events: [first, ...events],
  };
}

function newsOf({ changed }: ForeignReturns, result: Result): News | undefined {
  const disputes = disputesIn(changed).map(({ id, amount, reason, state }) => ({
    id,
    amount: String(amount),
    reason,
    state,
  }));
  if (disputes.length > 0) {
    return { type: 'dispute', disputedAmount: String(result.disputedAmount ?? 0), disputes };
  }
  const row = changed.find(({ state }) => state === 'done');
  return row && returned({ id: row.returnId, amount: row.amount, state: 'done' }, result);
}

function eventOf(
  { returnId: subject, endToEndId: theirId, amount, nature, state }: ReturnRow,
  from: Status,
  status: Status,
): TransactionEvent {
  if (nature !== 'original') {
    return {
      kind: 'disputed',
      origin: RECOVERY,
      details: { subject, amount, state, reason: nature, theirId },
    };
  }
  const details = { subject, movement: 'refund', outcome: state, amount, from, status, theirId } as const;
  return { kind: 'resolved', origin: RECOVERY, details };
}
