import type { ChargeRoutes } from '../../providers/index.ts';
import { chargeOf, type RoutedCharge, termsOf } from '../acquirer-call.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import type { TransactionStore } from '../stores/store.ts';
import type { PlanFacts } from './plan.ts';

/** The approved charge and what its acquirer can do with it now. */
export interface ChargeFacts {
  readonly charge: RoutedCharge;
  readonly facts: PlanFacts;
}

/** Undefined when this service no longer has a route to the acquirer of the sale. */
export async function chargeFactsOf(
  { store, acquirers, kinds }: { store: TransactionStore; acquirers: ChargeRoutes; kinds: PaymentKinds },
  transaction: Transaction,
  now: number,
): Promise<ChargeFacts | undefined> {
  const { id, order } = transaction;
  const approved = (await store.attemptsOf(id)).findLast(({ state }) => state === 'approved');
  if (!approved) throw new Error(`transaction ${id} is authorized without an approved attempt`);
  const charge = await chargeOf(acquirers, transaction, approved);
  if (!charge) return undefined;
  const terms = termsOf(kinds, charge.route, order);
  const authorizedAt = approved.createdAt;
  const facts = {
    terms,
    authorizedAt,
    capturedAt:
      kinds.of(order.payment).paidBy === 'buyer'
        ? (approved.endedAt ?? authorizedAt)
        : await capturedAt(store, transaction, authorizedAt),
    now,
  };
  return { charge, facts };
}

async function capturedAt(
  store: TransactionStore,
  { id, result }: Transaction,
  authorizedAt: number,
): Promise<number> {
  if (result.status !== Status.captured) return authorizedAt;
  const movements = await store.movementsOf(id);
  const capture = movements.findLast(({ kind, state }) => kind === 'capture' && state === 'done');
  return capture?.endedAt ?? authorizedAt;
}
