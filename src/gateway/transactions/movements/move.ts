import type { MoveOutcome } from '../../providers/index.ts';
import { callAged, type RoutedCharge, sendPersisted } from '../acquirer-call.ts';
import { newMovement, type PlannedMovement } from '../rules/movement.ts';
import { resultWaiting } from '../rules/movement-results.ts';
import type { Transaction } from '../rules/transaction.ts';
import { retryChange } from '../stores/change-until.ts';
import { chargeFactsOf } from './charge-facts.ts';
import { endMovement, sendAgain, sentEvent } from './end-movement.ts';
import type { MoveDependencies, MoveRequest, PersistedMovement } from './move-request.ts';
import { amountLeft, planMovement, refusalByStatus } from './plan.ts';
import { refusedMovement } from './refused-movement.ts';
import { type MoveRefused, type MoveResult, refused, resultOfMove } from './results.ts';

/**
 * Captures, voids or refunds: persists the movement, calls the acquirer once, stores the outcome. When the
 * outcome is unknown or cannot be stored the result is `pending` and recovery finds out. Throws
 * IdempotencyKeyTaken.
 */
export async function move(dependencies: MoveDependencies, request: MoveRequest): Promise<MoveResult> {
  const isAlive = await dependencies.createFence();
  const persisted = await persistMovement(dependencies, request);
  if (persisted.kind === 'refused') return persisted;
  let sending = persisted.movement;
  try {
    const ended = await sendPersisted<PersistedMovement, MoveOutcome>(persisted.movement, isAlive, {
      call: (movement) => call(dependencies, movement),
      // Only what provably never left, and only where the charge is.
      again: async (movement, outcome) => {
        if (outcome.outcome !== 'not_sent') return undefined;
        const kept = await sendAgain(dependencies, movement, outcome);
        if (kept.next) sending = kept.next;
        return kept;
      },
      end: (movement, outcome) => endMovement(dependencies, movement, outcome),
    });
    return resultOfMove(ended);
  } catch (error) {
    // Money may have moved: "try again" would invite the merchant to move it twice.
    dependencies.onOutcomeNotStored(error);
    const { transaction, movement } = sending;
    const answered = resultWaiting(transaction, movement);
    dependencies.unstored.add({ keyId: request.idempotency?.id, movement, answered });
    return { kind: 'pending', transaction: { ...transaction, result: answered } };
  }
}

/** Takes the transaction for this movement, so that only one of several concurrent requests continues. */
async function persistMovement(
  dependencies: MoveDependencies,
  request: MoveRequest,
): Promise<{ readonly kind: 'persisted'; readonly movement: PersistedMovement } | MoveRefused> {
  const { store, clock, newReference, holder } = dependencies;
  const { merchantId, transactionId, idempotency } = request;
  const found = await store.find(merchantId, transactionId);
  if (!found) return refused('transaction_not_found');
  const tried: { refusal?: MoveRefused; movement?: Omit<PersistedMovement, 'transaction'> } = {};
  const { kind, transaction } = await retryChange(store, found, async (current) => {
    // The commit reported failure but went through.
    if (tried.movement && current.openMovement === tried.movement.movement.id) return undefined;
    const planned = await plan(dependencies, current, request);
    if (planned.kind === 'refused') {
      tried.refusal = planned;
      return undefined;
    }
    const now = clock.now();
    const movement = newMovement({
      id: newReference(),
      transactionId: current.id,
      kind: planned.movement.kind,
      amount: planned.movement.amount,
      holder,
      createdAt: now,
    });
    tried.movement = { request, planned: planned.movement, movement, charge: planned.charge };
    return {
      transaction: current,
      at: now,
      newMovement: movement,
      key: idempotency && {
        kind: 'claim',
        key: { ...idempotency, transactionId: current.id, answer: undefined },
      },
      events: [sentEvent(request, movement)],
    };
  });
  if (tried.refusal) return tried.refusal;
  if (kind === 'contended' || !tried.movement) return refused('movement_running');
  return { kind: 'persisted', movement: { ...tried.movement, transaction } };
}

async function plan(
  dependencies: MoveDependencies,
  transaction: Transaction,
  { wanted, amount, left }: MoveRequest,
): Promise<
  | { readonly kind: 'planned'; readonly movement: PlannedMovement; readonly charge: RoutedCharge }
  | MoveRefused
> {
  const reason = refusalByStatus(transaction, wanted);
  if (reason) return refusedMovement(reason, transaction, wanted);
  if (left !== undefined && left !== amountLeft(transaction)) return refused('amount_left_changed');
  const found = await chargeFactsOf(dependencies, transaction, dependencies.clock.now());
  if (!found) return refused('acquirer_unreachable');
  const movement = planMovement(transaction, wanted, amount, found.facts);
  if (movement.kind === 'refused') return refusedMovement(movement.reason, transaction, wanted);
  return { kind: 'planned', movement, charge: found.charge };
}

async function call(
  dependencies: MoveDependencies,
  { charge: { route, ids }, planned, movement }: PersistedMovement,
): Promise<MoveOutcome> {
  const { connector } = route;
  const { kind, amount, isAll } = planned;
  const calls = {
    capture: () => connector.capture(ids, amount),
    void: () => connector.void(ids, isAll ? undefined : amount),
    refund: () => connector.refund(ids, amount, movement.id),
  };
  const outcome = await callAged(dependencies, movement.id, calls[kind]);
  dependencies.onMovement(connector.provider, kind, outcome.outcome);
  return outcome;
}
