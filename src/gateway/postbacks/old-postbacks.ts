import { sql } from 'kysely';
import { areAmong, type Database } from '../../platform/database/index.ts';
import { firstUuidAt } from '../../platform/ids.ts';
import { OLD_ROWS_PER_BATCH, type OldRows, type RetainedRows } from '../../platform/retention/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { IS_DELIVERED_CALLBACK, type PostbackRow, type PostbackTables } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
}

/**
 * Postbacks and callbacks that were delivered more than `keptDays` ago. Those that failed stay: they can still be sent
 * again. What was sent stays in the history of the transaction.
 */
export function oldPostbacks(options: Options): RetainedRows {
  return {
    kind: 'postbacks',
    old: async function* () {
      const before = options.clock.now() - options.keptDays * DAY_MS;
      yield* oldOfTransactions(options, before);
      yield* oldCallbacks(options, before);
    },
  };
}

/**
 * Ids of transactions sort by time: no more than the primary key is needed to find the old ones. What failed is passed
 * over.
 */
async function* oldOfTransactions({ database }: Options, before: number): AsyncGenerator<OldRows> {
  let after = { transaction_id: '', version: 0 };
  for (;;) {
    const rows = await database
      .readAside<PostbackTables>()
      .selectFrom('postbacks')
      .selectAll()
      .where('transaction_id', '<', firstUuidAt(before))
      .where((row) =>
        row(row.refTuple('transaction_id', 'version'), '>', row.tuple(after.transaction_id, after.version)),
      )
      .where('state', '=', 'delivered')
      .where('ended_at', '<', before)
      .orderBy('transaction_id')
      .orderBy('version')
      .limit(OLD_ROWS_PER_BATCH)
      .execute();
    yield { rows, remove: () => remove(database, rows, before) };
    const last = rows.at(-1);
    if (!last || rows.length < OLD_ROWS_PER_BATCH) return;
    after = last;
  }
}

/** Their queues are named by sales, such as `venda-12`: an index of their own finds the old ones. */
async function* oldCallbacks({ database }: Options, before: number): AsyncGenerator<OldRows> {
  for (;;) {
    const rows = await database
      .readAside<PostbackTables>()
      .selectFrom('postbacks')
      .selectAll()
      .where(IS_DELIVERED_CALLBACK)
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(OLD_ROWS_PER_BATCH)
      .execute();
    yield { rows, remove: () => remove(database, rows, before) };
    if (rows.length < OLD_ROWS_PER_BATCH) return;
  }
}

/** One that is sent again meanwhile stays. */
function remove(database: Database, rows: readonly PostbackRow[], before: number): Promise<void> {
  const keys = rows.map(
    ({ transaction_id, version }) => sql`(cast(${transaction_id} as text), cast(${version} as bigint))`,
  );
  return database.write(async (transaction) => {
    await transaction
      .tables<PostbackTables>()
      .deleteFrom('postbacks')
      .where(areAmong(sql`(transaction_id, version)`, keys))
      .where('state', '=', 'delivered')
      .where('ended_at', '<', before)
      .execute();
  });
}
