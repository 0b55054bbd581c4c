import type { MinorUnits, MoveOutcome } from '../../acquirers/index.ts';
import { type Charge, sendStated } from '../acquirer-call.ts';
import {
  changeUntil,
  newMovement,
  type PlannedMovement,
  resultWaiting,
  type Transaction,
} from '../record/index.ts';
import { chargeFactsOf } from './charge-facts.ts';
import { endMovement, sendAgain, sentEvent } from './end-movement.ts';
import type { MoveDependencies, MoveRequest, StatedMovement } from './move-request.ts';
import { planMovement, refusalByStatus, type Wanted } from './plan.ts';
import { type MoveRefused, type MoveResult, refused, resultOfMove } from './results.ts';

/**
 * Captures, lets go or gives back: states the movement and commits it, calls the acquirer once, stores the outcome. When
 * the outcome is not known, or cannot be stored, the result is `pending` and recovery finds out. Throws IdempotencyKeyTaken.
 */
export async function move(dependencies: MoveDependencies, request: MoveRequest): Promise<MoveResult> {
  const isAlive = dependencies.watchLife();
  const stated = await state(dependencies, request);
  if (stated.kind === 'refused') return stated;
  try {
    const ended = await sendStated<StatedMovement, MoveOutcome>(stated.movement, isAlive, {
      call: (movement) => call(dependencies, movement),
      again: (movement, outcome) => sendAgain(dependencies, movement, outcome),
      end: (movement, outcome) => endMovement(dependencies, movement, outcome),
    });
    return resultOfMove(ended);
  } catch (error) {
    // Money may have moved: "try again" would be an invitation to move it twice.
    dependencies.onOutcomeNotStored(error);
    const { transaction, planned } = stated.movement;
    return {
      kind: 'pending',
      transaction: { ...transaction, result: resultWaiting(transaction, planned.kind) },
    };
  }
}

/** Takes the transaction for the movement, so that of many requests on all instances one goes on. */
async function state(
  dependencies: MoveDependencies,
  request: MoveRequest,
): Promise<{ readonly kind: 'stated'; readonly movement: StatedMovement } | MoveRefused> {
  const { store, clock, newReference, holder } = dependencies;
  const { merchantId, transactionId, wanted, amount, idempotency } = request;
  const found = await store.find(merchantId, transactionId);
  if (!found) return refused('transaction_not_found');
  const tried: { refusal?: MoveRefused; movement?: Omit<StatedMovement, 'transaction'> } = {};
  const { kind, transaction } = await changeUntil(store, found, async (current) => {
    // The commit that seemed to fail went through.
    if (tried.movement && current.openMovement === tried.movement.movement.id) return undefined;
    const planned = await plan(dependencies, current, wanted, amount);
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
  return { kind: 'stated', movement: { ...tried.movement, transaction } };
}

async function plan(
  dependencies: MoveDependencies,
  transaction: Transaction,
  wanted: Wanted,
  amount: MinorUnits | undefined,
): Promise<
  { readonly kind: 'planned'; readonly movement: PlannedMovement; readonly charge: Charge } | MoveRefused
> {
  const reason = refusalByStatus(transaction, wanted);
  if (reason) return refused(reason);
  const found = await chargeFactsOf(dependencies, transaction, dependencies.clock.now());
  if (!found) return refused('acquirer_unreachable');
  const movement = planMovement(transaction, wanted, amount, found.facts);
  if (movement.kind === 'refused') return refused(movement.reason);
  return { kind: 'planned', movement, charge: found.charge };
}

async function call(
  { onMovement }: MoveDependencies,
  { charge: { route, ids }, planned, movement }: StatedMovement,
): Promise<MoveOutcome> {
  const { connector } = route;
  const { kind, amount, isAll } = planned;
  const calls = {
    capture: () => connector.capture(ids, amount),
    void: () => connector.void(ids, isAll ? undefined : amount),
    refund: () => connector.refund(ids, amount, movement.id),
  };
  const outcome = await calls[kind]();
  onMovement(connector.provider, kind, outcome.outcome);
  return outcome;
}
