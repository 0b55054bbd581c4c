import type { TransactionEvent } from '../../history/index.ts';
import type { AttemptState } from './attempt.ts';
import { believableAt, newCase } from './case.ts';
import type { Change } from './change.ts';
import { changeUntil } from './change-until.ts';
import type { MovementState } from './movement.ts';
import type { TransactionStore } from './store.ts';
import type { Transaction } from './transaction.ts';
import { untilStored } from './until-stored.ts';

type EndState = AttemptState | MovementState;

/** What came of an attempt or movement that this instance sent. */
export interface SentOutcome {
  /** Reference of the attempt, or id of the movement. */
  readonly subject: string;
  readonly kind: 'attempt' | 'movement';
  readonly end: { readonly state: EndState; readonly endedAt: number | undefined };
  /** The account at the acquirer, and how long at the most a request takes its effect there. */
  readonly accountId: number;
  readonly maxProcessingMs: number;
  readonly idempotencyId: string | undefined;
  /** What is told of it should it come too late. */
  readonly lateAnswer: TransactionEvent<'late_answer'>;
}

/** `isOurs` is false when recovery took it over meanwhile: then the stored record is the truth. */
export interface Kept {
  readonly transaction: Transaction;
  readonly isOurs: boolean;
}

/** What recovery writes of something that it proved not to have happened. */
const GIVEN_UP: ReadonlySet<EndState> = new Set(['absent', 'not_done']);
/** Answers after which money may be held or may have moved. */
const MAY_HAVE_HAPPENED: ReadonlySet<EndState> = new Set([
  'approved',
  'authenticating',
  'done',
  'pending',
  'unknown',
]);

/**
 * Stores what came of an attempt or movement by the change that `build` makes of the transaction as it stands. When
 * recovery was faster, the outcome is a late answer.
 */
export async function keepOutcome(
  store: TransactionStore,
  transaction: Transaction,
  outcome: SentOutcome,
  build: (transaction: Transaction) => Change,
): Promise<Kept> {
  const patient = { ...store, change: (change: Change) => untilStored(() => store.change(change)) };
  let isOurs = true;
  const kept = await changeUntil(patient, transaction, async (current, isAgain) => {
    const stored = isAgain ? await storedEnd(store, current, outcome) : undefined;
    if (!stored || stored.state === 'sending') return build(current);
    // Ours, too, when the commit that seemed to fail went through.
    isOurs = stored.state === outcome.end.state && stored.endedAt === outcome.end.endedAt;
    return undefined;
  });
  if (kept.kind === 'contended') throw contended(kept.transaction);
  return isOurs ? { transaction: kept.transaction, isOurs } : keepLateAnswer(store, transaction, outcome);
}

/**
 * Recovery took it over while its answer was on the way: the answer is evidence, the store is the truth. Where the store
 * says by then that nothing happened and the answer does not, recovery looks once more, and takes back what it finds.
 */
async function keepLateAnswer(
  store: TransactionStore,
  { id }: Transaction,
  outcome: SentOutcome,
): Promise<Kept> {
  const { subject, kind, accountId, maxProcessingMs, end, idempotencyId, lateAnswer } = outcome;
  const at = end.endedAt ?? 0;
  const kept = await changeUntil(store, id, async (transaction) => {
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
            nextAt: end.state === 'unknown' ? believableAt(at, maxProcessingMs) : at,
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
  return { transaction: kept.transaction, isOurs: false };
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
