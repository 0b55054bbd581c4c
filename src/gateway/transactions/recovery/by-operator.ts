import type { Clock } from '../../../platform/index.ts';
import type { Origin } from '../../history/index.ts';
import {
  type CaseStore,
  canTransition,
  type RecoveryCase,
  restarted,
  resultAfterAttempt,
  resultDone,
  resultNotDone,
  Status,
  type Transaction,
  type TransactionStore,
  transactionRefuse,
} from '../record/index.ts';
import { amountsBy, attemptEndBy, movementEndBy, type Settled, type Settling } from './settling.ts';

export interface OperatorDependencies {
  readonly store: TransactionStore;
  readonly cases: CaseStore;
  readonly clock: Clock;
}

/** What the acquirer can tell a person about a sale: statuses that a case may be ended with. */
export const SETTLED_STATUSES = [
  Status.expired,
  Status.authorized,
  Status.captured,
  Status.denied,
  Status.canceled,
  Status.failed,
] as const;

/** One way to end a case, and how the sale stands afterwards. Amounts in minor units. */
export interface SettlingOption {
  readonly status: Status;
  readonly moved: boolean;
  readonly capturedAmount: number;
  readonly refundedAmount: number;
}

const OPERATOR: Origin = { kind: 'operator' };

/**
 * Lets recovery try a case again from the start of its schedule. Throws transaction_not_found,
 * nothing_to_resolve.
 */
export async function retryCases(
  dependencies: OperatorDependencies,
  transactionId: string,
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, transactionId);
  const now = clock.now();
  let current = transaction;
  for (const row of rows) {
    const changed = await store.change({
      transaction: current,
      at: now,
      openCase: restarted(row, now),
      events: [{ kind: 'taken_over', origin, details: { subject: row.subject } }],
    });
    if (!changed) throw transactionRefuse('status_conflict');
    current = { ...current, version: current.version + 1 };
  }
  return current;
}

/**
 * Ends a case that needs a person with what that person found out at the acquirer, and with it its attempt or
 * movement. Throws transaction_not_found, nothing_to_resolve, and status_conflict when recovery still works
 * on the case or the transaction cannot go to that status.
 */
export async function settleByOperator(
  dependencies: OperatorDependencies,
  asked: { transactionId: string; status: Status; moved?: boolean; reason: string },
  origin = OPERATOR,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { transaction, rows } = await casesOf(dependencies, asked.transactionId);
  const { result } = transaction;
  const [first, ...others] = rows;
  const stays = asked.status === result.status;
  if (
    first?.state !== 'manual' ||
    others.length > 0 ||
    // Only what charged nothing leads there, by itself.
    asked.status === Status.intention ||
    !(stays || canTransition(result.status, asked.status))
  ) {
    throw transactionRefuse('status_conflict');
  }
  const now = clock.now();
  const settling = { transaction, status: asked.status, moved: asked.moved === true, now };
  const { amounts, ...ends } = await endsOf(dependencies, first, settling);
  const settled = await store.change({
    transaction,
    at: now,
    result: stays
      ? undefined
      : resultAfterAttempt(
          transaction,
          { ...result, status: asked.status, redirectUrl: undefined, ...amounts },
          now,
        ),
    ...ends,
    closeCase: first.subject,
    events: [
      {
        kind: 'resolved',
        origin,
        details: {
          subject: first.subject,
          from: result.status,
          status: asked.status,
          reason: asked.reason,
        },
      },
    ],
  });
  if (!settled) throw transactionRefuse('status_conflict');
  return (await store.findAny(asked.transactionId)) ?? transaction;
}

/** The ways in which a case that needs a person can be ended. None for one that recovery still works on. */
export async function settlingOptions(
  dependencies: OperatorDependencies,
  transaction: Transaction,
  row: RecoveryCase,
): Promise<readonly SettlingOption[]> {
  if (row.state !== 'manual') return [];
  const from = transaction.result.status;
  const found = row.kind === 'movement' ? await movementOf(dependencies, row) : undefined;
  const reached = found && {
    done: resultDone(transaction, found.kind, found.amount).status,
    notDone: resultNotDone(transaction, found.kind).status,
  };
  const statuses = SETTLED_STATUSES.filter((status) => {
    if (status !== from && !canTransition(from, status)) return false;
    if (reached) return status === reached.done || status === reached.notDone;
    return status !== Status.expired || from === Status.started;
  });
  const wanted = statuses.flatMap((status) =>
    reached && reached.done === reached.notDone
      ? [true, false].map((moved) => ({ status, moved }))
      : [{ status, moved: reached !== undefined && status === reached.done }],
  );
  const now = dependencies.clock.now();
  return Promise.all(
    wanted.map(async ({ status, moved }) => {
      const { amounts } = await endsOf(dependencies, row, { transaction, status, moved, now });
      const { capturedAmount, refundedAmount } = { ...transaction.result, ...amounts };
      return { status, moved, capturedAmount: capturedAmount ?? 0, refundedAmount: refundedAmount ?? 0 };
    }),
  );
}

async function movementOf(
  { store }: OperatorDependencies,
  { subject, transactionId }: Pick<RecoveryCase, 'subject' | 'transactionId'>,
) {
  return (await store.movementsOf(transactionId)).find(({ id }) => id === subject);
}

async function endsOf(
  dependencies: OperatorDependencies,
  row: RecoveryCase,
  settling: Settling,
): Promise<Settled> {
  const { subject, transactionId } = row;
  const movement = row.kind === 'movement' ? await movementOf(dependencies, row) : undefined;
  if (movement) return movementEndBy(movement, settling);
  const attempt = (await dependencies.store.attemptsOf(transactionId)).find(
    ({ reference }) => reference === subject,
  );
  return attempt ? attemptEndBy(attempt, settling) : { amounts: amountsBy(settling) };
}

async function casesOf({ store, cases }: OperatorDependencies, transactionId: string) {
  const transaction = await store.findAny(transactionId);
  if (!transaction) throw transactionRefuse('transaction_not_found');
  const rows = await cases.ofTransaction(transactionId);
  if (rows.length === 0) throw transactionRefuse('nothing_to_resolve');
  return { transaction, rows };
}
