import type { TransactionEvent } from '../../history/index.ts';
import type { AttemptState } from '../rules/attempt.ts';
import { newCase } from '../rules/case.ts';
import type { Change } from '../rules/change.ts';
import type { MovementState } from '../rules/movement.ts';
import type { Transaction } from '../rules/transaction.ts';
import { retryChange } from './change-until.ts';
import { retryWrite } from './retry-write.ts';
import type { TransactionStore } from './store.ts';

type EndState = AttemptState | MovementState;

/** Outcome of an attempt or movement that this instance sent. */
export interface SentOutcome {
  /** The reference of the attempt or movement. */
  readonly subject: string;
  readonly kind: 'attempt' | 'movement';
  readonly end: { readonly state: EndState; readonly endedAt: number | undefined };
  /** Reference of the attempt that begins in the same commit. */
  readonly begins?: string;
  /** The account at the acquirer, and the longest time until a request takes effect there. */
  readonly accountId: number;
  readonly maxProcessingMs: number;
  readonly idempotencyId: string | undefined;
  /** The event that records it if it comes too late. */
  readonly lateAnswer: TransactionEvent<'late_answer'>;
}

/** `isApplied` is false when recovery took over meanwhile: then the stored record counts. */
export interface StoredOutcome {
  readonly transaction: Transaction;
  readonly isApplied: boolean;
}

/** States that recovery writes for what provably did not happen. */
const GIVEN_UP: ReadonlySet<EndState> = new Set(['absent', 'not_done']);
/** Outcomes after which money may be held or may have moved. */
const MAY_HAVE_HAPPENED: ReadonlySet<EndState> = new Set([
  'approved',
  'waiting',
  'done',
  'pending',
  'unknown',
]);

/**
 * Stores the outcome of an attempt or movement with the change that `build` makes of the current transaction.
 * When recovery was faster, it is stored as a late answer.
 */
export async function storeOutcome(
  store: TransactionStore,
  transaction: Transaction,
  outcome: SentOutcome,
  build: (transaction: Transaction) => Change,
): Promise<StoredOutcome> {
  const patient = {
    findAny: store.findAny,
    change: (change: Change) => retryWrite(() => store.change(change)),
  };
  let isApplied = true;
  const buildAgain = async (current: Transaction): Promise<Change | undefined> => {
    const stored = await storedEnd(store, current, outcome);
    if (stored.state === 'sending') return build(current);
    // Also when the commit reported failure but went through. Recovery may have stored the same end at the same moment: then
    // what was to begin has not begun.
    isApplied =
      stored.state === outcome.end.state &&
      stored.endedAt === outcome.end.endedAt &&
      (await hasBegun(store, current, outcome));
    return undefined;
  };
  const kept = await retryChange(patient, transaction, (current, isAgain) =>
    isAgain ? buildAgain(current) : build(current),
  );
  if (kept.kind === 'contended') throw contended(kept.transaction);
  return isApplied
    ? { transaction: kept.transaction, isApplied }
    : storeLateAnswer(store, transaction, outcome);
}

/**
 * Recovery took over while the answer was on its way: the answer is only evidence, the stored record counts.
 * When the record says that nothing happened and the answer says otherwise, a case makes recovery look again
 * and reverse what it finds.
 */
async function storeLateAnswer(
  store: TransactionStore,
  { id }: Transaction,
  outcome: SentOutcome,
): Promise<StoredOutcome> {
  const { subject, kind, accountId, maxProcessingMs, end, idempotencyId, lateAnswer } = outcome;
  const at = end.endedAt ?? 0;
  const kept = await retryChange(store, id, async (transaction) => {
    const { state } = await storedEnd(store, transaction, outcome);
    const isDoubtful = GIVEN_UP.has(state) && MAY_HAVE_HAPPENED.has(end.state);
    return {
      transaction,
      at,
      openCase: isDoubtful
        ? newCase({
            subject,
            transactionId: id,
            accountId,
            kind: kind === 'attempt' ? 'recheck' : 'movement',
            openedAt: at,
            nextAt: end.state === 'unknown' ? Math.ceil(at + maxProcessingMs) : at,
          })
        : undefined,
      key:
        idempotencyId === undefined
          ? undefined
          : { kind: 'answer', id: idempotencyId, result: transaction.result },
      events: [lateAnswer],
    };
  });
  if (kept.kind === 'contended') throw contended(kept.transaction);
  return { transaction: kept.transaction, isApplied: false };
}

async function hasBegun(
  store: TransactionStore,
  { id }: Transaction,
  { begins }: SentOutcome,
): Promise<boolean> {
  return begins === undefined || (await store.attemptsOf(id)).some(({ reference }) => reference === begins);
}

async function storedEnd(
  store: TransactionStore,
  { id }: Transaction,
  { kind, subject }: SentOutcome,
): Promise<SentOutcome['end']> {
  const stored =
    kind === 'attempt'
      ? (await store.attemptsOf(id)).find(({ reference }) => reference === subject)
      : (await store.movementsOf(id)).find((movement) => movement.id === subject);
  if (!stored) throw new Error(`${kind} ${subject} is gone`);
  return stored;
}

function contended({ id }: Transaction): Error {
  return new Error(`transaction ${id} is being changed by too many at once`);
}
