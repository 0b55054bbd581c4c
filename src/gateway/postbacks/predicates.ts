import { type ExpressionBuilder, sql } from 'kysely';
import type { PostbackState } from './postback.ts';
import type { Lane, PostbackTables } from './tables.ts';

// Literals in the SQL text: with parameters SQLite would not use its partial indexes.
export const WAITING = sql.lit<PostbackState>('waiting');
export const FAILED = sql.lit<PostbackState>('failed');
export const INBOX = sql.lit<Lane>('inbox');
export const QUEUE = sql.lit<Lane>('queue');
export const BEHIND = sql.lit<Lane>('behind');

/** An earlier postback of the transaction is waiting. */
export function hasEarlier(row: ExpressionBuilder<PostbackTables, 'postbacks'>) {
  return row.exists(
    row
      .selectFrom('postbacks as earlier')
      .select('earlier.version')
      .whereRef('earlier.transaction_id', '=', 'postbacks.transaction_id')
      .whereRef('earlier.version', '<', 'postbacks.version')
      .where('earlier.state', '=', WAITING),
  );
}
