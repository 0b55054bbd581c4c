import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Waiting } from '../../../platform/jobs/index.ts';
import type { RecoveryCase } from '../rules/case.ts';
import type { RecoverySchedule } from '../rules/schedule.ts';
import { CASES, type CaseTables } from '../tables/cases-table.ts';
import type { TransactionTables } from '../tables/transactions-table.ts';

/** Counting stops here, as that of postbacks does: after an outage of an acquirer there may be many. */
const MAX_COUNTED = 100_000;

/**
 * Reads recovery's cases. They are written with the changes of their transactions, by the functions below.
 */
export interface CaseStore {
  /** Due cases, most overdue first, without those of accounts that have enough under way. */
  due(wanted: {
    now: number;
    limit: number;
    busyAccounts: readonly number[];
  }): Promise<readonly RecoveryCase[]>;
  caseOf(subject: string): Promise<RecoveryCase | undefined>;
  /** Cases that need a person, oldest first: all of them, or those of one merchant. */
  manual(limit: number, merchantId?: number, after?: CasePlace): Promise<readonly RecoveryCase[]>;
  /** How many transactions need a person. */
  manualTransactions(merchantId?: number): Promise<number>;
  ofTransaction(transactionId: string): Promise<readonly RecoveryCase[]>;
  /** Its open cases are due no later than `at`: something was told of it. */
  lookNow(transactionId: string, at: number): Promise<void>;
  /** Each up to a hundred thousand. */
  counts(): Promise<{ open: number; manual: number; oldestDueAt: number | undefined }>;
}

/** What waits for recovery. */
export function waitingCases(schedule: Pick<RecoverySchedule, 'longestWaitMs'>): Waiting {
  return {
    table: 'recovery_cases',
    column: 'next_at',
    longestMs: schedule.longestWaitMs,
    where: sql<boolean>`state = 'open'`,
  };
}

/** Where a list of cases goes on: after the last one of the page before. */
export type CasePlace = Pick<RecoveryCase, 'nextAt' | 'subject'>;

/** Replaces an existing case of the same subject. */
export async function openCases(write: WriteTransaction, cases: readonly RecoveryCase[]): Promise<void> {
  if (cases.length === 0) return;
  await write
    .tables<CaseTables>()
    .insertInto('recovery_cases')
    .values(cases.map(CASES.toRow))
    .onConflict((conflict) =>
      conflict.column('subject').doUpdateSet((row) => ({
        account_id: row.ref('excluded.account_id'),
        kind: row.ref('excluded.kind'),
        state: row.ref('excluded.state'),
        opened_at: row.ref('excluded.opened_at'),
        next_at: row.ref('excluded.next_at'),
        tries: row.ref('excluded.tries'),
        not_found: row.ref('excluded.not_found'),
        target: row.ref('excluded.target'),
        reason: row.ref('excluded.reason'),
      })),
    )
    .execute();
}

export async function closeCase(write: WriteTransaction, subject: string): Promise<void> {
  await write.tables<CaseTables>().deleteFrom('recovery_cases').where('subject', '=', subject).execute();
}

/** Makes an open case due no later than `at`. */
export async function bringForward(write: WriteTransaction, subject: string, at: number): Promise<void> {
  await write
    .tables<CaseTables>()
    .updateTable('recovery_cases')
    .set({ next_at: at })
    .where('subject', '=', subject)
    .where('state', '=', 'open')
    .where('next_at', '>', at)
    .execute();
}

export function createCaseStore(database: Database): CaseStore {
  const read = () => database.read<CaseTables & TransactionTables>();
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
  const counted = (state: RecoveryCase['state']) => {
    const first = read()
      .selectFrom('recovery_cases')
      .select('next_at')
      .where('state', '=', state)
      .orderBy('next_at')
      .limit(MAX_COUNTED);
    return read()
      .selectFrom(first.as('counted'))
      .select((row) => [row.fn.countAll().as('count'), row.fn.min<number | null>('next_at').as('first')])
      .executeTakeFirstOrThrow();
  };
  return {
    due: async ({ now, limit, busyAccounts }) => {
      const due = read()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('state', '=', 'open')
        .where('next_at', '<=', now);
      const free = busyAccounts.length > 0 ? due.where('account_id', 'not in', busyAccounts) : due;
      const rows = await free.orderBy('next_at').limit(limit).execute();
      return rows.map(CASES.fromRow);
    },
    caseOf: async (subject) => {
      const row = await read()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('subject', '=', subject)
        .executeTakeFirst();
      return row && CASES.fromRow(row);
    },
    manual: async (limit, merchantId, after) => {
      let found = manual(merchantId).selectAll();
      if (after) {
        found = found.where((row) =>
          row(row.refTuple('next_at', 'subject'), '>', row.tuple(after.nextAt, after.subject)),
        );
      }
      const rows = await found.orderBy('next_at').orderBy('subject').limit(limit).execute();
      return rows.map(CASES.fromRow);
    },
    manualTransactions: async (merchantId) => {
      const { count } = await manual(merchantId)
        .select((row) => row.fn.count('transaction_id').distinct().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    ofTransaction: async (transactionId) => {
      const rows = await read()
        .selectFrom('recovery_cases')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('opened_at')
        .execute();
      return rows.map(CASES.fromRow);
    },
    lookNow: (transactionId, at) =>
      database.write(async (write) => {
        await write
          .tables<CaseTables>()
          .updateTable('recovery_cases')
          .set({ next_at: at })
          .where('transaction_id', '=', transactionId)
          .where('state', '=', 'open')
          .where('next_at', '>', at)
          .execute();
      }),
    counts: async () => {
      const [open, manually] = await Promise.all([counted('open'), counted('manual')]);
      return {
        open: Number(open.count),
        manual: Number(manually.count),
        oldestDueAt: open.first === null ? undefined : Number(open.first),
      };
    },
  };
}
