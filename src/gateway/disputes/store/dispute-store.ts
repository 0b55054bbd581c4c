import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { RowBeside } from '../../transactions/index.ts';
import type { Dispute } from '../rules/dispute.ts';
import { DISPUTES, type DisputeTables, IS_OPEN_DISPUTE } from './disputes-table.ts';

/** Of one payment: more would be no disputes. */
export const MAX_OF_PAYMENT = 50;

export interface DisputeStore {
  find(id: string): Promise<Dispute | undefined>;
  /** Oldest first. */
  ofTransaction(transactionId: string): Promise<readonly Dispute[]>;
  /** Open ones, by their last day, those without one last. */
  open(after: OpenPlace | undefined, limit: number): Promise<readonly Dispute[]>;
}

/** Where a look at open disputes stands. */
export type OpenPlace = Pick<Dispute, 'id'>;

export function createDisputeStore(database: Database): DisputeStore {
  const rows = () => database.read<DisputeTables>().selectFrom('disputes').selectAll();
  return {
    find: async (id) => {
      const row = await rows().where('id', '=', id).executeTakeFirst();
      return row && DISPUTES.fromRow(row);
    },
    ofTransaction: async (transactionId) => {
      const found = await rows()
        .where('transaction_id', '=', transactionId)
        .orderBy('created_at')
        .orderBy('id')
        .execute();
      return found.map(DISPUTES.fromRow);
    },
    open: async (after, limit) => {
      const found = await rows()
        .where(IS_OPEN_DISPUTE)
        .$if(after !== undefined, (query) => query.where('id', '>', after?.id ?? ''))
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(DISPUTES.fromRow);
    },
  };
}

/** A dispute as it is now, written in one commit with a change of its transaction, whose version guards it. */
export function disputeRow(dispute: Dispute): RowBeside {
  return { writer: writeDisputes, row: dispute };
}

async function writeDisputes(write: WriteTransaction, rows: readonly object[]): Promise<void> {
  for (const dispute of rows as readonly Dispute[]) {
    const row = DISPUTES.toRow(dispute);
    await write
      .tables<DisputeTables>()
      .insertInto('disputes')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
}

/** Those of these payments that nobody contested, in whatever way. */
export async function undisputedAmong(
  database: Database,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (transactionIds.length === 0) return new Set();
  const rows = await database
    .readAside<DisputeTables>()
    .selectFrom('disputes')
    .select('transaction_id')
    .where('transaction_id', 'in', transactionIds)
    .execute();
  const disputed = new Set(rows.map(({ transaction_id: id }) => id));
  return new Set(transactionIds.filter((id) => !disputed.has(id)));
}

/** Those of these payments whose money may not come: a chargeback of theirs is not decided. A bank tells of Pix itself. */
export async function undecidedAmong(
  database: Database,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database
    .readAside<DisputeTables>()
    .selectFrom('disputes')
    .select('transaction_id')
    .where('transaction_id', 'in', transactionIds)
    .where('kind', 'in', ['chargeback', 'second', 'arbitration'])
    .where('state', 'in', ['open', 'answered'])
    .execute();
  return new Set(rows.map(({ transaction_id: id }) => id));
}
