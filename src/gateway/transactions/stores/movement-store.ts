import { sql } from 'kysely';
import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { EndedMovement, Movement } from '../rules/movement.ts';
import { END_MOVEMENTS, MOVEMENTS, type MovementTables } from '../tables/movements-table.ts';
import { AlreadyEnded } from './already-ended.ts';

export async function insertMovements(
  write: WriteTransaction,
  movements: readonly Movement[],
): Promise<void> {
  if (movements.length > 0) await write.insertRows(MOVEMENTS, movements);
}

/** Throws AlreadyEnded. */
export async function endMovements(write: WriteTransaction, ended: readonly EndedMovement[]): Promise<void> {
  if (ended.length === 0) return;
  const held = await write.updateRows(
    END_MOVEMENTS,
    ended.map(({ from, to }) => ({ key: to.id, expected: from, values: to })),
  );
  const lost = ended[held.indexOf(false)];
  if (lost) throw new AlreadyEnded(lost.to.id);
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
    // Not as a parameter: SQLite finds the partial index by the text of the statement.
    .where('state', '=', sql.lit('sending'))
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(MOVEMENTS.fromRow);
}
