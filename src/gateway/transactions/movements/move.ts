import type { Refusal } from '../../../platform/index.ts';
import type { MoveOutcome } from '../../acquirers/index.ts';
import { capabilitiesOf } from '../../acquirers/index.ts';
import type { NewEvent } from '../../history/index.ts';
import {
  type Movement,
  type MovementRow,
  outcomeOf,
  resultWaiting,
  Status,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../record/index.ts';
import { endMovement, sendAgain } from './end.ts';
import { planMovement, refusalByStatus } from './plan.ts';
import type { MoveDependencies, MoveRequest, UnderWay } from './under-way.ts';

/** The first try and one more, and that only when the host proved to have got nothing (G.5 step 4). */
const MAX_SENDS = 2;
const TAKEN_FOR_DEAD: MoveOutcome = { outcome: 'not_sent', reason: 'others took this instance for dead' };
/** Each further one only because somebody else changed the transaction at that very moment. */
const MAX_STATEMENTS = 8;
const RETRY_AFTER_SECONDS = 5;

type Charge = Pick<UnderWay, 'route' | 'ids'>;

/**
 * Captures, lets go or gives back: states the movement and commits it, calls the acquirer once, stores the outcome and
 * returns the record. Throws Refusal when nothing was moved, and IdempotencyKeyTaken; when the outcome is not known, or
 * cannot be stored, the record says so and recovery finds out.
 */
export async function move(dependencies: MoveDependencies, request: MoveRequest): Promise<Transaction> {
  const isAlive = dependencies.watchLife();
  const stated = await state(dependencies, request);
  const ended = await sendUntilEnded(dependencies, stated, isAlive).catch((error: unknown) => {
    // Money may have moved: "try again" would be an invitation to move it twice.
    dependencies.onOutcomeNotStored(error);
    const { transaction, movement } = stated;
    return { transaction: { ...transaction, result: resultWaiting(transaction, movement.kind) } };
  });
  if ('refused' in ended) throw ended.refused;
  return ended.transaction;
}

async function state(dependencies: MoveDependencies, request: MoveRequest): Promise<UnderWay> {
  const { store, clock } = dependencies;
  const { merchantId, transactionId, wanted, amount } = request;
  let charge: Charge | undefined;
  let tried: Omit<UnderWay, 'transaction'> | undefined;
  for (let tries = 0; tries <= MAX_STATEMENTS; tries += 1) {
    const transaction = await store.find(merchantId, transactionId);
    if (!transaction) throw transactionRefuse('transaction_not_found');
    // The commit that seemed to fail went through.
    if (tried && transaction.openMovement === tried.row.id) return { ...tried, transaction };
    const refused = refusalByStatus(transaction, wanted);
    if (refused) throw transactionRefuse(refused);
    charge ??= await chargeOf(dependencies, transaction);
    const { route } = charge;
    const now = clock.now();
    const plan = planMovement(transaction, wanted, amount, {
      capabilities: capabilitiesOf(route, transaction.order),
      capturedAt: await capturedAt(store, transaction),
      now,
    });
    if ('refused' in plan) throw transactionRefuse(plan.refused);
    const row = newRow(dependencies, transaction, plan);
    tried = { request, movement: plan, row, ...charge };
    const stated = await store.change({
      transaction,
      at: now,
      openMovement: row.id,
      newMovement: row,
      ...claimed(request),
      events: [sentEvent(request, row)],
    });
    if (stated) {
      const { version } = transaction;
      return {
        ...tried,
        transaction: { ...transaction, openMovement: row.id, updatedAt: now, version: version + 1 },
      };
    }
  }
  throw transactionRefuse('movement_running');
}

function claimed({ idempotency, transactionId }: MoveRequest) {
  return idempotency === undefined
    ? {}
    : { idempotency: { ...idempotency, transaction_id: transactionId, answer: null } };
}

/** The charge that was approved, where it was approved. */
async function chargeOf({ store, acquirers }: MoveDependencies, { id, order }: Transaction): Promise<Charge> {
  const approved = (await store.attemptsOf(id)).findLast((attempt) => attempt.state === 'approved');
  if (!approved) throw new Error(`transaction ${id} is authorized without an approved attempt`);
  const route = await acquirers.routeOf({ accountId: approved.account_id, provider: order.provider });
  if (!route) throw unreachable();
  const account = await route.settings();
  const ids = { acquirerReference: approved.reference, theirId: approved.their_id ?? undefined, account };
  return { route, ids };
}

async function capturedAt(store: TransactionStore, { id, createdAt, result }: Transaction): Promise<number> {
  if (result.status !== Status.captured) return createdAt;
  const movements = await store.movementsOf(id);
  const capture = movements.findLast(({ kind, state }) => kind === 'capture' && state === 'done');
  return capture?.ended_at ?? createdAt;
}

function newRow(
  { newReference, holder, clock }: MoveDependencies,
  { id }: Transaction,
  { kind, amount }: Movement,
): MovementRow {
  return {
    id: newReference(),
    transaction_id: id,
    kind,
    amount,
    state: 'sending',
    holder,
    created_at: clock.now(),
    ended_at: null,
    refund_id: null,
    raw_code: null,
    raw_message: null,
    http_status: null,
    reason: null,
  };
}

function sentEvent(
  { origin }: MoveRequest,
  { id, transaction_id, kind, amount, created_at }: MovementRow,
): NewEvent {
  const details = { movement: kind, subject: id, amount };
  return { transactionId: transaction_id, at: created_at, kind: 'sent', origin, details };
}

async function sendUntilEnded(
  dependencies: MoveDependencies,
  stated: UnderWay,
  isAlive: () => boolean,
): Promise<{ transaction: Transaction } | { refused: Refusal }> {
  let underWay = stated;
  for (let sends = 1; ; sends += 1) {
    const said = isAlive() ? await call(dependencies, underWay) : TAKEN_FOR_DEAD;
    const outcome = outcomeOf(underWay.movement, said);
    if (outcome.state !== 'not_sent' || sends === MAX_SENDS || !isAlive()) {
      const { transaction, isOurs } = await endMovement(dependencies, underWay, outcome);
      const refused = isOurs ? refusalOf(said) : undefined;
      return refused ? { refused } : { transaction };
    }
    const row = newRow(dependencies, underWay.transaction, underWay.movement);
    const again = await sendAgain(dependencies, underWay, outcome, row, sentEvent(underWay.request, row));
    if (!again.isOurs) return again;
    underWay = { ...underWay, row, transaction: again.transaction };
  }
}

async function call(
  { onMovement, onConnectorError }: MoveDependencies,
  { route: { connector }, ids, movement, row }: UnderWay,
): Promise<MoveOutcome> {
  const { kind, amount, isAll } = movement;
  const ask = {
    capture: () => connector.capture(ids, amount),
    void: () => connector.void(ids, isAll ? undefined : amount),
    refund: () => connector.refund(ids, amount, row.id),
  };
  try {
    const outcome = await ask[kind]();
    onMovement(connector.provider, kind, outcome.outcome);
    return outcome;
  } catch (error) {
    onConnectorError(connector.provider, error);
    onMovement(connector.provider, kind, 'unknown');
    return { outcome: 'unknown', reason: 'the connector failed' };
  }
}

/** Undefined where something moved, or may have. */
function refusalOf(outcome: MoveOutcome): Refusal | undefined {
  switch (outcome.outcome) {
    case 'done':
    case 'pending':
    case 'unknown':
      return undefined;
    case 'declined': {
      const message = `O adquirente recusou a operação: ${outcome.decline.message}`;
      return transactionRefuse('movement_declined', { message });
    }
    case 'not_found':
    case 'invalid_request':
      return transactionRefuse('movement_declined');
    case 'not_sent':
      return unreachable();
  }
}

function unreachable(): Refusal {
  return transactionRefuse('acquirer_unreachable', { retryAfterSeconds: RETRY_AFTER_SECONDS });
}
