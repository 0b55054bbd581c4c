import type { Job } from '../../platform/jobs/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Origin } from '../history/index.ts';
import {
  type Claim,
  type IntentionStore,
  newResult,
  retryChange,
  Status,
  type Transaction,
  type TransactionStore,
} from '../transactions/index.ts';

const EVERY_MS = 5_000;
const ROWS_AT_ONCE = 200;
const MAX_BATCHES = 50;
/** A try is under way whose end is not known: looked at again after this. */
const LOOK_AGAIN_MS = 60_000;

/**
 * Cancels an intention that nobody has paid. Undefined when it no longer waits for its buyer; then nothing was
 * written. Throws IdempotencyKeyTaken.
 */
export async function cancelIntention(
  { store, clock }: { readonly store: TransactionStore; readonly clock: Clock },
  transaction: Transaction,
  { origin, idempotency }: { readonly origin: Origin; readonly idempotency: Claim | undefined },
): Promise<Transaction | undefined> {
  const result = newResult(Status.intentionCanceled);
  const canceled = await retryChange(store, transaction, async (current) =>
    current.result.status === Status.intention && !(await isOut(store, current))
      ? {
          ...ending(current, Status.intentionCanceled, origin, clock.now()),
          key: idempotency && {
            kind: 'claim',
            key: { ...idempotency, transactionId: current.id, answer: JSON.stringify(result) },
          },
        }
      : undefined,
  );
  return canceled.kind === 'changed' ? canceled.transaction : undefined;
}

/** Ends intentions whose time is over: 1 → 4. */
export function intentionExpiry(dependencies: {
  readonly store: TransactionStore;
  readonly intentions: IntentionStore;
  readonly clock: Clock;
  readonly timeScale: number;
}): Job {
  const { store, intentions, clock, timeScale } = dependencies;

  const expire = async (transactionId: string): Promise<void> => {
    const { transaction } = await retryChange(store, transactionId, async (current) => {
      const now = clock.now();
      const isOver = now >= (current.order.intention?.expiresAt ?? now);
      return current.result.status === Status.intention && isOver && !(await isOut(store, current))
        ? ending(current, Status.expired, { kind: 'expiry' }, now)
        : undefined;
    });
    const { status } = transaction.result;
    const isOpen = status === Status.intention || status === Status.pending || status === Status.started;
    const checkAt = isOpen ? Math.ceil(clock.now() + LOOK_AGAIN_MS / timeScale) : undefined;
    await intentions.putOff(transactionId, checkAt);
  };

  return {
    name: 'expire payment links',
    where: 'leased',
    everyMs: EVERY_MS,
    run: async (signal) => {
      for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
        const due = await intentions.due(clock.now(), ROWS_AT_ONCE);
        for (const { transactionId } of due) {
          if (signal.aborted) return;
          await expire(transactionId);
        }
        if (due.length < ROWS_AT_ONCE) return;
      }
    },
  };
}

/** A code is out that has to be removed first: so nobody can pay what is over. */
async function isOut(store: Pick<TransactionStore, 'attemptsOf'>, { id }: Transaction): Promise<boolean> {
  return (await store.attemptsOf(id)).some(({ state }) => state === 'waiting');
}

function ending(transaction: Transaction, status: Status, origin: Origin, at: number) {
  const { result } = transaction;
  return {
    transaction,
    at,
    result: { ...result, status },
    events: [
      { kind: 'intention_ended', origin, details: { from: result.status, status } },
    ] as const satisfies readonly unknown[],
  };
}
