import { type Database, DatabaseUnavailable } from '../database.ts';
import { isUnavailable } from '../faults/postgres-errors.ts';
import { createPool, type PooledConnection } from './pool.ts';
import type { Execute } from './queries.ts';

/** Fewer are not worth reading their pages. */
const MIN_DEAD_ROWS = 1_000;
/** As autovacuum does: large tables and their indexes are read with pauses, which leave the disk to payments. */
const WITH_PAUSES = 'set vacuum_cost_delay = 2';
const DEAD_ROWS = `select relname as name, pg_backend_pid() as process from pg_stat_user_tables
  where schemaname = current_schema() and relname = any($1::text[]) and n_dead_tup >= ${MIN_DEAD_ROWS}`;

/**
 * Vacuums tables with many dead rows, long before autovacuum would, while their pages are still in memory: new rows then take
 * the place of dead ones. Neither waits for a lock nor takes one that holds up a sale.
 */
export function createReclaim(options: {
  readonly url: string;
  /** On another connection, to cancel a vacuum. */
  readonly execute: Execute;
  onError(error: unknown): void;
}): Pick<Database, 'reclaim' | 'close'> {
  const { url, execute, onError } = options;
  // Without a time limit: to vacuum a large table and its indexes takes minutes.
  const pool = createPool(url, { maxConnections: 1, queryTimeoutMs: 0, onError });
  return {
    reclaim: async (tables, signal) => {
      const { client, release } = await pool.acquire().catch(refuse);
      try {
        await vacuum(client, { tables, signal, execute });
        release();
      } catch (error) {
        release(error);
        if (!signal.aborted) refuse(error);
      }
    },
    close: pool.close,
  };
}

function refuse(error: unknown): never {
  throw isUnavailable(error) ? new DatabaseUnavailable(error) : error;
}

async function vacuum(
  client: PooledConnection['client'],
  {
    tables,
    signal,
    execute,
  }: { readonly tables: readonly string[]; readonly signal: AbortSignal; readonly execute: Execute },
): Promise<void> {
  const { rows } = await client.query<{ name: string; process: number }>(DEAD_ROWS, [tables]);
  const [first] = rows;
  if (!first) return;
  const cancel = () => {
    // Behind a pooler that process may serve somebody else by now.
    execute(
      `select pg_cancel_backend(pid) from pg_stat_activity where pid = $1 and query like 'vacuum (truncate off%'`,
      [first.process],
    ).catch(() => undefined);
  };
  await client.query(WITH_PAUSES);
  signal.addEventListener('abort', cancel);
  try {
    for (const { name } of rows) {
      if (signal.aborted) return;
      await client.query(`vacuum (truncate off, skip_locked) "${name}"`);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
