import type { Database } from '../../../platform/index.ts';
import type { AuthenticationRow, AuthenticationTables } from './tables/authentications.ts';
import type { CaseRow, CaseTables } from './tables/cases.ts';
import type { MovementRow, MovementTables } from './tables/movements.ts';
import type { AttemptRow, TransactionTables } from './tables/transactions.ts';

type Tables = CaseTables & TransactionTables & MovementTables & AuthenticationTables;

/** Reads of recovery. Everything that it writes goes through the transaction's changes. */
export interface CaseStore {
  /** Due ones, most overdue first, without those of accounts that have enough under way. */
  due(wanted: { now: number; limit: number; busyAccounts: readonly number[] }): Promise<readonly CaseRow[]>;
  caseOf(subject: string): Promise<CaseRow | undefined>;
  /** Those that need a person, oldest first: everybody's, or those of one merchant's sales. */
  manual(limit: number, merchantId?: number): Promise<readonly CaseRow[]>;
  /** How many transactions need a person. */
  manualTransactions(merchantId?: number): Promise<number>;
  ofTransaction(transactionId: string): Promise<readonly CaseRow[]>;
  counts(): Promise<{ open: number; manual: number; oldestDueAt: number | undefined }>;
  attempt(reference: string): Promise<AttemptRow | undefined>;
  movement(id: string): Promise<MovementRow | undefined>;
  movementsOf(transactionId: string): Promise<readonly MovementRow[]>;
  authenticationOf(transactionId: string): Promise<AuthenticationRow | undefined>;
  /** Attempts without an outcome, oldest first. */
  unansweredAttempts(limit: number): Promise<readonly AttemptRow[]>;
  unansweredMovements(limit: number): Promise<readonly MovementRow[]>;
}

export function createCaseStore(database: Database): CaseStore {
  const read = () => database.read<Tables>();
  const manual = (merchantId: number | undefined) => {
    const all = read().selectFrom('recovery_cases').where('state', '=', 'manual');
    if (merchantId === undefined) return all;
    return all.where((row) =>
      row.exists(
        row
          .selectFrom('transactions')
          .select('transactions.id')
          .whereRef('transactions.id', '=', 'recovery_cases.transaction_id')
          .where('transactions.merchant_id', '=', merchantId),
      ),
    );
  };
  return {
    due: ({ now, limit, busyAccounts }) => {
      const due = read()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('state', '=', 'open')
        .where('next_at', '<=', now);
      const free = busyAccounts.length > 0 ? due.where('account_id', 'not in', busyAccounts) : due;
      return free.orderBy('next_at').limit(limit).execute();
    },
    caseOf: (subject) =>
      read().selectFrom('recovery_cases').selectAll().where('subject', '=', subject).executeTakeFirst(),
    manual: (limit, merchantId) => manual(merchantId).selectAll().orderBy('next_at').limit(limit).execute(),
    manualTransactions: async (merchantId) => {
      const { count } = await manual(merchantId)
        .select((row) => row.fn.count('transaction_id').distinct().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    ofTransaction: (transactionId) =>
      read()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('opened_at')
        .execute(),
    counts: async () => {
      const rows = await read()
        .selectFrom('recovery_cases')
        .select((row) => ['state', row.fn.countAll().as('count'), row.fn.min('next_at').as('first')])
        .groupBy('state')
        .execute();
      const of = (state: CaseRow['state']) => rows.find((row) => row.state === state);
      const open = of('open');
      return {
        open: Number(open?.count ?? 0),
        manual: Number(of('manual')?.count ?? 0),
        oldestDueAt: open === undefined ? undefined : Number(open.first),
      };
    },
    attempt: (reference) =>
      read().selectFrom('attempts').selectAll().where('reference', '=', reference).executeTakeFirst(),
    movement: (id) => read().selectFrom('movements').selectAll().where('id', '=', id).executeTakeFirst(),
    movementsOf: (transactionId) =>
      read()
        .selectFrom('movements')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('id')
        .execute(),
    authenticationOf: (transactionId) =>
      read()
        .selectFrom('authentications')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .executeTakeFirst(),
    unansweredAttempts: (limit) =>
      read()
        .selectFrom('attempts')
        .selectAll()
        // The first condition is the index's own: without it SQLite would not see that the index serves.
        .where('state', 'in', ['sending', 'unknown'])
        .where('state', '=', 'sending')
        .orderBy('created_at')
        .limit(limit)
        .execute(),
    unansweredMovements: (limit) =>
      read()
        .selectFrom('movements')
        .selectAll()
        .where('state', '=', 'sending')
        .orderBy('created_at')
        .limit(limit)
        .execute(),
  };
}
