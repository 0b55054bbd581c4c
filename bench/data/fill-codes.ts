import { createHash } from 'node:crypto';
import { txidOf } from '../../src/gateway/providers/index.ts';
import { answerTo, pixLoad } from '../parts/scenarios.ts';
import { type Place, startService } from '../place.ts';
import { type BulkDatabase, openBulkDatabase } from './bulk-database.ts';

const ROWS_AT_ONCE = 500;

type Row = Readonly<Record<string, unknown>>;

/** What tells a copy from the code that the service made. */
interface Copy {
  readonly id: string;
  readonly reference: string;
  readonly txid: string;
  readonly unique: string;
}

const CHANGED: Readonly<Record<string, (copy: Copy) => Row>> = {
  transactions: ({ id, txid }) => ({ id, provider_reference: txid }),
  attempts: ({ id, reference, txid }) => ({ reference, transaction_id: id, their_id: txid }),
  transaction_events: ({ id }) => ({ transaction_id: id }),
  pix_charges: ({ id, reference, unique }) => ({ reference, transaction_id: id, token_hash: unique }),
  simulator_pix_charges: ({ txid, unique }) => ({ txid, token: unique }),
};

/** Stores codes that nobody pays, ours and the simulated bank's: copies of one that the service makes. On SQLite. */
export async function fillCodes(place: Place, codes: number, cleanup: AsyncDisposableStack): Promise<void> {
  const own = cleanup.use(new AsyncDisposableStack());
  const making = own.use(new AsyncDisposableStack());
  const { address } = await startService(making, place);
  await answerTo(address, pixLoad());
  await making.disposeAsync();
  const database = await openBulkDatabase(own, place);
  for (const [table, changed] of Object.entries(CHANGED)) {
    const [original = {}] = await database.rows(`select * from ${table}`);
    for (let from = 1; from < codes; from += ROWS_AT_ONCE) {
      const count = Math.min(ROWS_AT_ONCE, codes - from);
      const copies = Array.from({ length: count }, (_, index) => copyOf(from + index));
      await insert(
        database,
        table,
        copies.map((copy) => ({ ...original, ...changed(copy) })),
      );
    }
  }
  await database.run('analyze');
  await database.finish();
  await own.disposeAsync();
}

function copyOf(number: number): Copy {
  const reference = `0${String(number).padStart(15, '0')}`;
  return {
    id: `01a00000-0000-7000-8000-${number.toString(16).padStart(12, '0')}`,
    reference,
    txid: txidOf(reference),
    unique: createHash('sha256').update(reference).digest('hex'),
  };
}

async function insert(database: BulkDatabase, table: string, rows: readonly Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values = rows.map((row) => `(${columns.map((column) => literal(row[column])).join(', ')})`);
  await database.run(`insert into ${table} (${columns.join(', ')}) values ${values.join(', ')}`);
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  return typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : `'${String(value).replaceAll("'", "''")}'`;
}
