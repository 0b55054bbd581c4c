import type { Database, WriteTransaction } from '../../../platform/index.ts';
import { AlreadyEnded } from './already-ended.ts';
import type { Movement, MovementState } from './movement.ts';
import { MOVEMENTS, type MovementTables } from './movements-table.ts';

/** The movement as it ends, and the state it must still have. */
export interface EndedMovement {
  readonly from: MovementState;
  readonly to: Movement;
}

export async function insertMovement(write: WriteTransaction, movement: Movement): Promise<void> {
  await write.insertRows(MOVEMENTS, [movement]);
}

/** Throws AlreadyEnded. */
export async function updateEndedMovement(
  write: WriteTransaction,
  { from, to }: EndedMovement,
): Promise<void> {
  const { numUpdatedRows } = await write
    .tables<MovementTables>()
    .updateTable('movements')
    .set(MOVEMENTS.toRow(to))
    .where('id', '=', to.id)
    .where('state', '=', from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new AlreadyEnded(to.id);
}

/** Oldest first. */
export async function movementsOf(database: Database, transactionId: string): Promise<readonly Movement[]> {
  const rows = await database
    .read<MovementTables>()
    .selectFrom('movements')
    .selectAll()
    .where('transaction_id', '=', transactionId)
    .orderBy('id')
    .execute();
  return rows.map(MOVEMENTS.fromRow);
}

/** Movements without an outcome, oldest first. */
export async function unansweredMovements(database: Database, limit: number): Promise<readonly Movement[]> {
  const rows = await database
    .read<MovementTables>()
    .selectFrom('movements')
    .selectAll()
    .where('state', '=', 'sending')
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(MOVEMENTS.fromRow);
}
