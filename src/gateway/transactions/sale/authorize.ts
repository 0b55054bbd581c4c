import { timeOfUuid } from '../../../platform/ids.ts';
import type { Decline } from '../../providers/index.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import type { NewTransaction } from './new-transaction.ts';
import { INSTALLMENTS_MESSAGE, type PrepareDependencies, prepareSale } from './prepare.ts';
import { type SaleResult, saleResult } from './results.ts';
import { claimOf, type SaleRequest, send } from './send.ts';

export interface AuthorizeDependencies extends PrepareDependencies {
  newId(): string;
}

/**
 * Authorizes a sale: persists the attempt, calls the acquirer once, stores the outcome. Throws Refusal when
 * the request is wrong, and IdempotencyKeyTaken; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  newSale: NewTransaction,
): Promise<SaleResult> {
  const { merchantId } = request;
  const prepared = await prepareSale(dependencies, merchantId, newSale);
  const now = dependencies.clock.now();
  const started: Transaction = {
    id: request.newId ?? dependencies.newId(),
    merchantId,
    referenceId: newSale.referenceId,
    amount: newSale.amount,
    // Lists and periods find sales by their ids: one that was planned before a standstill belongs to the day of its plan.
    createdAt: request.newId === undefined ? now : timeOfUuid(request.newId),
    updatedAt: now,
    order: prepared.order,
    result: newResult(Status.pending),
    version: 0,
    openMovement: undefined,
    nsu: undefined,
    demo: undefined,
  };
  if (prepared.decline) return refuseBeforeSending(dependencies, request, started, prepared.decline);
  const sold = await send(dependencies, { ...prepared, request, started }, async (attempt, event) => {
    await dependencies.store.insertSale({
      transaction: started,
      attempt,
      idempotency: claimOf(request, started),
      event,
    });
    return started;
  });
  if (!sold) throw new Error(`sale ${started.id} was not stored`);
  return sold;
}

/** The request is not wrong: the sale is declined. */
async function refuseBeforeSending(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  started: Transaction,
  decline: Decline,
): Promise<SaleResult> {
  const result = newResult(Status.denied, {
    providerCode: decline.code,
    providerMessage: INSTALLMENTS_MESSAGE,
  });
  const denied = { ...started, result };
  await dependencies.store.insertSale({
    transaction: denied,
    attempt: undefined,
    idempotency: claimOf(request, denied),
    event: {
      kind: 'refused',
      origin: request.origin,
      details: { status: result.status, code: result.providerCode },
    },
  });
  dependencies.onOutcome(started.order.provider, 'refused_before_sending');
  return saleResult(denied, decline.declineClass);
}
