import { timeOfUuid } from '../../../platform/ids.ts';
import type { Decline, MinorUnits } from '../../providers/index.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import type { PreparedPayment } from './prepared.ts';
import { type SaleResult, saleResult } from './results.ts';
import { send } from './send.ts';
import { claimOf, type SaleDependencies, type SaleRequest } from './started-sale.ts';

/** A sale that comes with its payment. */
export interface SaleToStart {
  readonly id: string;
  readonly referenceId: string | undefined;
  readonly amount: MinorUnits;
  readonly prepared: PreparedPayment;
}

/** Persists a new sale with its attempt, asks the provider once, stores the outcome. Throws IdempotencyKeyTaken; then nothing is stored. */
export async function startSale(
  dependencies: SaleDependencies,
  request: SaleRequest,
  { id, referenceId, amount, prepared }: SaleToStart,
): Promise<SaleResult> {
  const now = dependencies.clock.now();
  const started: Transaction = {
    id,
    merchantId: request.merchantId,
    referenceId,
    amount,
    // Lists and periods find sales by their ids: one that was planned before a standstill belongs to the day of its plan.
    createdAt: request.newId === undefined ? now : timeOfUuid(request.newId),
    updatedAt: now,
    order: prepared.order,
    result: newResult(dependencies.kinds.of(prepared.order.payment).statuses.unanswered),
    version: 0,
    openMovement: undefined,
    nsu: undefined,
    demo: undefined,
  };
  if (prepared.decline) return refuseBeforeSending(dependencies, request, started, prepared.decline);
  const sold = await send(dependencies, { request, started, prepared }, async (attempt, event) => {
    await dependencies.store.insertSale({
      transaction: started,
      attempt,
      idempotency: claimOf(request, started, 'under way'),
      event,
      rowBeside: prepared.rowOf?.(started, attempt),
    });
    return started;
  });
  if (!sold) throw new Error(`sale ${started.id} was not stored`);
  return sold;
}

/** The request is not wrong: the sale is declined. */
async function refuseBeforeSending(
  dependencies: SaleDependencies,
  request: SaleRequest,
  started: Transaction,
  decline: Decline,
): Promise<SaleResult> {
  const result = newResult(Status.denied, {
    providerCode: decline.code,
    providerMessage: decline.message,
  });
  const denied = { ...started, result };
  await dependencies.store.insertSale({
    transaction: denied,
    attempt: undefined,
    idempotency: claimOf(request, denied, 'answered'),
    event: {
      kind: 'refused',
      origin: request.origin,
      details: { status: result.status, code: result.providerCode },
    },
  });
  dependencies.onOutcome(started.order.provider, 'refused_before_sending');
  return saleResult(dependencies.kinds, denied, decline.declineClass);
}
