import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BulkDatabase, type DatabaseAddress, openBulkDatabase } from './bulk-database.ts';
import { fillTillSales } from './fill-till-sales.ts';
import { type Place, serviceEnvironment } from '../place.ts';

const REPOSITORY = fileURLToPath(new URL('../..', import.meta.url));
const MONTHS = 12;
const DAY_MS = 24 * 60 * 60_000;
/** Sales that the service's own command makes up; all others are copies of them at other times. */
const MAX_ORIGINALS = 10_000;
const SHARE_OF_ORIGINALS = 0.1;
/** Distance between copies: a copy lies at most some days from its original, at any hour. */
const STEP_MS = 31 * 60_000 + 7_123;
const ROWS_AT_ONCE = 100_000;
/** Numbers of copies: above those of the originals. */
const FIRST_NUMBER = 1_000_000;
/** No job would work on its copies. */
const IS_SETTLED = `sale.open_movement is null and not exists
  (select 1 from attempts where transaction_id = sale.id and state in ('sending', 'unknown'))`;
/** Sales of tills beside those of the gateway. */
const TILL_SHARE = 0.1;

/** Each row of tables takes as long as the other. */
const SIDE_BY_SIDE = [
  ['transactions'],
  ['attempts', 'movements', 'transaction_events', 'postbacks'],
] as const;
type Copied = (typeof SIDE_BY_SIDE)[number][number];
const TRANSACTION_OF: Readonly<Record<Copied, string>> = {
  transactions: 'id',
  attempts: 'transaction_id',
  movements: 'transaction_id',
  transaction_events: 'transaction_id',
  postbacks: 'transaction_id',
};

/**
 * Stores plausible sales of the demo seller, of the last twelve months, with their histories, refunds, notifications and
 * the figures by day, and a tenth as many sales of tills. The service must not be running.
 */
export async function fillSales(
  place: Place,
  sales: number,
  cleanup: AsyncDisposableStack,
): Promise<{ readonly tillSales: number }> {
  const originals = Math.min(MAX_ORIGINALS, Math.ceil(sales * SHARE_OF_ORIGINALS));
  await makeOriginals(place, originals);
  const own = cleanup.use(new AsyncDisposableStack());
  try {
    const database = await openBulkDatabase(own, place);
    if (sales > originals) {
      await copyRows(database, originals, sales - originals);
      await countDays(database);
    }
    const tillSales = Math.floor(sales * TILL_SHARE);
    await withoutIndexes(database, ['sales'], () => fillTillSales(database, tillSales, MONTHS * 30 * DAY_MS));
    await database.finish();
    return { tillSales };
  } finally {
    await own.disposeAsync();
  }
}

/**
 * Copies the settled sales of any version's database, without the figures by day, until there are `sales`. The service must
 * not be running.
 */
export async function multiplySettledSales(place: DatabaseAddress, sales: number): Promise<void> {
  const own = new AsyncDisposableStack();
  try {
    const database = await openBulkDatabase(own, place);
    const [{ stored, settled } = {}] = await database.rows(
      `select count(*) as stored, sum(case when ${IS_SETTLED} then 1 else 0 end) as settled from transactions sale`,
    );
    await copyRows(database, Number(settled), sales - Number(stored), IS_SETTLED);
    await database.finish();
  } finally {
    await own.disposeAsync();
  }
}

async function makeOriginals(place: Place, count: number): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['bin/guiche.js', 'demo', 'sales', '--count', String(count), '--months', String(MONTHS)],
    { cwd: REPOSITORY, env: serviceEnvironment(place) },
  );
}

async function copyRows(
  database: BulkDatabase,
  originals: number,
  copies: number,
  which = 'true',
): Promise<void> {
  await listCopies(database, Math.ceil(copies / originals), copies, which);
  await database.together(
    SIDE_BY_SIDE.map((tables) => async (own) => {
      for (const table of tables) await copyTable(own, table, copies);
    }),
  );
  await database.run('drop table copies');
}

async function copyTable(database: BulkDatabase, table: Copied, copies: number): Promise<void> {
  await withoutIndexes(database, [table], async () => {
    await database.run(`create temp table original as select * from ${table}`);
    await database.run(`create index temp_original on original ((${asText(TRANSACTION_OF[table])}))`);
    await database.run('analyze original');
    for (let from = 0; from < copies; from += ROWS_AT_ONCE) {
      await database.run(await insertCopies(database, table, from));
    }
    await database.run('drop table original');
  });
  await database.filled(table);
}

/** The id, the number and the time of each copy, oldest first, as sales are stored. */
async function listCopies(database: BulkDatabase, each: number, limit: number, which: string): Promise<void> {
  const [{ now } = {}] = await database.rows('select max(created_at) as now from transactions');
  const span = MONTHS * 30 * DAY_MS;
  const earlier = `sale.created_at - copy.number * ${STEP_MS}`;
  await database.run(`${database.dialect.createShared} copies as
    with recursive copy(number) as (select cast(1 as bigint) union all select number + 1 from copy where number < ${each}),
    moved as (
      select sale.id as original, copy.number as copy,
        case when ${earlier} < ${Number(now) - span} then ${earlier} + ${span} else ${earlier} end as created_at,
        sale.created_at as original_at
      from transactions sale cross join copy
      where ${which}
      limit ${limit})
    select row_number() over (order by created_at, original, copy) as number, original, copy, created_at,
      created_at - original_at as shift, ${database.dialect.idAt('created_at')} as id
    from moved`);
  await database.run('create unique index temp_copies on copies (number)');
  await database.run('analyze copies');
}

async function insertCopies(database: BulkDatabase, table: Copied, from: number): Promise<string> {
  const columns = await database.columns(table);
  const values = columns.map((column) => CHANGED[table][column] ?? MOVED[column] ?? `original.${column}`);
  return `insert into ${table} (${columns.join(', ')})
    select ${values.join(', ')}
    from copies join original on ${asText(`original.${TRANSACTION_OF[table]}`)} = ${asText('copies.original')}
    where copies.number > ${from} and copies.number <= ${from + ROWS_AT_ONCE}
    order by copies.number`;
}

/** Some tables have ids as UUIDs, others as texts. */
const asText = (column: string) => `cast(${column} as text)`;
const shifted = (column: string) => `original.${column} + copies.shift`;
const MOVED: Readonly<Record<string, string>> = Object.fromEntries(
  ['created_at', 'updated_at', 'ended_at', 'next_at', 'at'].map((column) => [column, shifted(column)]),
);
const NUMBER = `(${FIRST_NUMBER} + copies.number)`;
const TID = `case when original.provider_reference is not null then '1' || copies.created_at || copies.number end`;
const NSU = `case when original.nsu is not null then cast(${NUMBER} as text) end`;
/**
 * A reference of 16 characters in the order of time, as real ones are: those of attempts are a key, which is filled and kept
 * much faster when it grows at its end. The counter of the process that made the original keeps apart those of one sale.
 */
const own = (column: string) => `cast(10000000000 + copies.number as text) || substr(original.${column}, 12)`;

const CHANGED: Readonly<Record<Copied, Readonly<Record<string, string>>>> = {
  transactions: {
    id: 'copies.id',
    reference_id: `'pedido-' || ${NUMBER}`,
    nsu: NSU,
    provider_reference: TID,
    open_movement: own('open_movement'),
  },
  attempts: { reference: own('reference'), transaction_id: 'copies.id', nsu: NSU },
  movements: { id: own('id'), transaction_id: 'copies.id' },
  transaction_events: { transaction_id: 'copies.id' },
  postbacks: {
    transaction_id: 'copies.id',
    body: `replace(original.body, ${asText('copies.original')}, ${asText('copies.id')})`,
  },
};

/** The figures by day, from all sales. */
async function countDays(database: BulkDatabase): Promise<void> {
  await database.run('delete from sales_by_day');
  const refunded = 'case when captured_amount > 0 then coalesce(refunded_amount, 0) else 0 end';
  await database.run(`insert into sales_by_day
      (merchant_id, day, status, kind, shard, sales, captured, captured_sum, refunded, refunded_sum)
    select merchant_id, ${database.dialect.dayOf('created_at')} as local_day, status, coalesce(kind, 'credit'), 0, count(*),
      sum(case when captured_amount > 0 then 1 else 0 end), sum(coalesce(captured_amount, 0)),
      sum(case when ${refunded} > 0 or status = 8 then 1 else 0 end), sum(${refunded})
    from transactions group by merchant_id, local_day, status, kind`);
}

/** An index is built much faster from all rows at once. */
async function withoutIndexes(
  database: BulkDatabase,
  tables: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const indexes: { readonly name: string; readonly sql: string }[] = [];
  for (const table of tables) indexes.push(...(await database.indexes(table)));
  for (const { name } of indexes) await database.run(`drop index ${name}`);
  await fill();
  for (const { sql } of indexes) await database.run(sql);
}
