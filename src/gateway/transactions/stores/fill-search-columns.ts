import type { Database } from '../../../platform/database/index.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import type { PaymentKinds } from '../rules/kind.ts';
import type { AttemptTables } from '../tables/attempts-table.ts';
import { readOrder } from '../tables/order-text.ts';
import { searchColumnsOf } from '../tables/search-columns.ts';
import { FILL_SEARCH_COLUMNS, TRANSACTIONS, type TransactionTables } from '../tables/transactions-table.ts';

const EVERY_MS = 60_000;
const ROWS_AT_ONCE = 250;
const MAX_BATCHES = 2_000;

/** Fills the columns of the search for sales of before there were any; afterwards it finds nothing to do. */
export function fillSearchColumns(database: Database, kinds: PaymentKinds): Job {
  return {
    name: 'fill-search-columns',
    everyMs: EVERY_MS,
    where: 'leased',
    run: async (signal) => {
      for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
        if ((await fillSome(database, kinds)) < ROWS_AT_ONCE) return;
      }
    },
  };
}

async function fillSome(database: Database, kinds: PaymentKinds): Promise<number> {
  const rows = await database
    .read<TransactionTables>()
    .selectFrom('transactions')
    .selectAll()
    .where('provider', 'is', null)
    .orderBy('id')
    .limit(ROWS_AT_ONCE)
    .execute();
  if (rows.length === 0) return 0;
  const nsus = await nsusOf(
    database,
    rows.map(({ id }) => id),
  );
  await database.write((write) =>
    write.updateRows(
      FILL_SEARCH_COLUMNS,
      rows.map((row) => {
        const stored = TRANSACTIONS.fromRow(row);
        const { id: key, version: expected } = stored;
        return {
          key,
          expected,
          // A new version: a change that read the sale without its NSU must read it again.
          values: {
            ...searchColumnsOf(kinds, readOrder(kinds, stored)),
            nsu: nsus.get(key),
            version: expected + 1,
          },
        };
      }),
    ),
  );
  return rows.length;
}

async function nsusOf(database: Database, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await database
    .read<AttemptTables>()
    .selectFrom('attempts')
    .select(['transaction_id', 'nsu'])
    .where('transaction_id', 'in', ids)
    .where('nsu', 'is not', null)
    .orderBy('created_at')
    .orderBy('reference')
    .execute();
  return new Map(rows.flatMap(({ transaction_id: id, nsu }) => (nsu === null ? [] : [[id, nsu] as const])));
}
