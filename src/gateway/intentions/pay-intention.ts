import type { Origin, TransactionEvent } from '../history/index.ts';
import type { Decline } from '../providers/index.ts';
import {
  type Attempt,
  type Change,
  type Claim,
  isPayable,
  isRefusedForGood,
  LinkUsedUp,
  MAX_TRIES,
  newResult,
  type Order,
  resultAfterAttempt,
  type SaleDependencies,
  type SaleResult,
  Status,
  saleResult,
  send,
  type Transaction,
  triesOf,
} from '../transactions/index.ts';
import { type BuyerPayment, type ReadyDependencies, type ReadyTry, readyTry } from './ready-try.ts';

/** A buyer's try to pay an intention. */
export interface PayRequest {
  readonly origin: Origin;
  readonly payment: BuyerPayment;
  readonly idempotency: Claim | undefined;
}

export interface PayDependencies extends SaleDependencies, ReadyDependencies {}

/** Why nothing was tried. The intention is as it was. */
export type PayRefusal =
  /** Paid, canceled, expired, or another try is under way: see its status. */
  | 'not_payable'
  | 'no_tries_left'
  /** The issuer refused this card finally: schemes forbid another attempt. */
  | 'card_refused_for_good'
  | 'type_not_offered'
  | 'installments_not_offered'
  /** The reusable link that it was made from has been paid as often as it may be. */
  | 'link_used_up';

export type PayResult =
  | SaleResult
  | { readonly kind: 'refused'; readonly reason: PayRefusal; readonly transaction: Transaction };

/**
 * Tries to pay an intention. The commit that states the attempt takes the transaction, guarded by its version:
 * of many tries at once one goes on. Throws Refusal for a wrong card, and IdempotencyKeyTaken; then nothing is
 * stored.
 */
export async function payIntention(
  dependencies: PayDependencies,
  request: PayRequest,
  transaction: Transaction,
): Promise<PayResult> {
  const refused = (reason: PayRefusal) => notTried(transaction, reason);
  if (!isPayable(transaction, dependencies.clock.now())) return refused('not_payable');
  const ready = await readyTry(dependencies, transaction, request.payment, dependencies.clock.now());
  if (ready.kind === 'refused') return refused(ready.reason);
  if (ready.kind === 'has_code') return { kind: 'buyer_awaited', transaction };
  const { prepared } = ready;
  const attempts = await dependencies.store.attemptsOf(transaction.id);
  const tries = prepared.mask === '' ? refusedCodes(attempts) : triesOf(attempts);
  if (tries >= MAX_TRIES) return refused('no_tries_left');
  if (isRefusedForGood(attempts, prepared.mask)) return refused('card_refused_for_good');
  const order = { ...prepared.order, intention: transaction.order.intention };
  const { decline } = prepared;
  if (decline) return declineBeforeSending(dependencies, request, { transaction, order, decline });
  return sendTry(dependencies, request, transaction, { ...ready, order });
}

/** Codes that the bank refused to make: one more costs it a call, and this service a charge. */
function refusedCodes(attempts: readonly Pick<Attempt, 'state' | 'mask'>[]): number {
  return attempts.filter(({ state, mask }) => mask === '' && (state === 'declined' || state === 'invalid'))
    .length;
}

async function sendTry(
  dependencies: PayDependencies,
  request: PayRequest,
  transaction: Transaction,
  { prepared, keepsCard, order }: ReadyTry & { readonly order: Order },
): Promise<PayResult> {
  const { store } = dependencies;
  const { unanswered } = dependencies.kinds.of(order.payment).statuses;
  const started = startedFrom(transaction, order, unanswered);
  let isUsedUp = false;
  /** False also when the reusable link has no payment left. */
  const change = async (wanted: Change): Promise<boolean> => {
    try {
      return await store.change(wanted);
    } catch (error) {
      if (!(error instanceof LinkUsedUp)) throw error;
      isUsedUp = true;
      return false;
    }
  };
  const sold = await send(
    dependencies,
    { request: { ...request, merchantId: transaction.merchantId }, started, prepared },
    async (attempt, event) => {
      const isTaken = await change({
        transaction,
        at: attempt.createdAt,
        order,
        result: started.result,
        withoutPostback: true,
        newAttempt: attempt,
        rowBeside: prepared.rowOf?.(started, attempt),
        key: claimOf(request, transaction),
        events: [keepsCard ? withConsent(event) : event],
      });
      return isTaken ? { ...started, updatedAt: attempt.createdAt } : undefined;
    },
  );
  if (sold?.kind === 'approved') await dependencies.pix.superseded(transaction);
  return sold ?? notTried(transaction, isUsedUp ? 'link_used_up' : 'not_payable');
}

/** The history keeps that the buyer agreed. */
function withConsent(event: TransactionEvent): TransactionEvent {
  return event.kind === 'sent' ? { ...event, details: { ...event.details, keepsCard: true } } : event;
}

function notTried(transaction: Transaction, reason: PayRefusal): PayResult {
  return { kind: 'refused', reason, transaction };
}

/** As `Change` leaves it: the version has grown by one. */
function startedFrom(transaction: Transaction, order: Order, status: Status): Transaction {
  return {
    ...transaction,
    order,
    result: newResult(status),
    version: transaction.version + 1,
  };
}

function claimOf({ idempotency }: PayRequest, { id: transactionId }: Transaction) {
  if (!idempotency) return undefined;
  return { kind: 'claim', key: { ...idempotency, transactionId, answer: undefined } } as const;
}

/** Installments that the acquirer cannot do: told like a refusal, and the buyer may choose others. */
async function declineBeforeSending(
  { store, clock, onOutcome, kinds }: PayDependencies,
  request: PayRequest,
  denied: { readonly transaction: Transaction; readonly order: Order; readonly decline: Decline },
): Promise<PayResult> {
  const { transaction, order, decline } = denied;
  const at = clock.now();
  const deniedResult = newResult(Status.denied, {
    providerCode: decline.code,
    providerMessage: decline.message,
  });
  const result = resultAfterAttempt(transaction, deniedResult, at);
  const isStored = await store.change({
    transaction,
    at,
    order,
    result,
    events: [
      {
        kind: 'refused',
        origin: request.origin,
        details: { status: result.status, code: result.providerCode },
      },
    ],
  });
  if (!isStored) return notTried(transaction, 'not_payable');
  onOutcome(order.provider, 'refused_before_sending');
  return saleResult(
    kinds,
    { ...transaction, order, result, updatedAt: at, version: transaction.version + 1 },
    decline.declineClass,
  );
}
