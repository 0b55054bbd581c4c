import { monitorEventLoopDelay } from 'node:perf_hooks';
import { sql } from 'kysely';
import { MIGRATIONS } from '../src/composition/migrations.ts';
import { createReceivableReader } from '../src/gateway/money/expected/receivable-reader.ts';
import { matchAccount } from '../src/gateway/money/matching/match-account.ts';
import { type Database, openDatabase } from '../src/platform/database/index.ts';
import { localTime, systemClock } from '../src/platform/time/clock.ts';
import { daysAfter } from '../src/platform/time/local-days.ts';
import { measureSalesBeside } from './parts/run-sales-beside.ts';
import { newPlace, type Place } from './place.ts';

// What shops ask of their money, with a year of a million sales by card stored: `npm run bench:money -- [SALES] [--postgres]`. Prints
// one line of figures each for the calendar, for matching a day of statements, and for sales beside it.

const SALES = Number(process.argv[2] ?? 1_000_000);
const IS_POSTGRES = process.argv.includes('--postgres');
const DAYS = 365;
const DAY_MS = 24 * 60 * 60_000;
const SHOPS = 10;
const LINES_OF_DAY = 10_000;
const LOOKS = 200;
const WEEKS_OF_CALENDAR = 6 * 7;
const FIRST_DAY = '2026-01-01';
const BUSY_SHOP = 1;
const BATCH = 100_000;
const P95 = 0.95;

const cleanup = new AsyncDisposableStack();
try {
  const place = await newPlace(cleanup, IS_POSTGRES ? 'postgres' : 'sqlite');
  await measureStored(place);
  await measureSalesBeside(cleanup, place, 'matching', matchAgain);
} finally {
  await cleanup.disposeAsync();
}

/** What needs no service. */
async function measureStored({ databaseUrl, dataDir }: Place): Promise<void> {
  const database = openDatabase({ url: databaseUrl, dataDir });
  try {
    await database.migrate(MIGRATIONS);
    await fill(database);
    await measureCalendar('one shop', database, BUSY_SHOP);
    await measureCalendar('all shops', database, undefined);
    await measureMatching(database);
  } finally {
    await database.close();
  }
}

/** One installment each, evenly over a year; every second sale is of one shop. */
async function fill(into: Database): Promise<void> {
  const begun = performance.now();
  for (let from = 0; from < SALES; from += BATCH) {
    const numbers = sql`with recursive numbers(n) as (select cast(${from} as bigint) union all select n + 1 from numbers
      where n + 1 < cast(${Math.min(from + BATCH, SALES)} as bigint))`;
    const shop = sql.raw(`(case n % 2 when 0 then 1 else 2 + (n / 2) % ${SHOPS - 1} end)`);
    const uuid = "'00000000-0000-4000-8000-' || substr(cast(1000000000000 + n as text), 2)";
    const id = sql.raw(IS_POSTGRES ? `cast(${uuid} as uuid)` : uuid);
    const dayNumber = `((n / 2) % ${DAYS})`;
    const day = sql.raw(
      IS_POSTGRES
        ? `to_char(date '${FIRST_DAY}' + cast(${dayNumber} as integer), 'YYYY-MM-DD')`
        : `date('${FIRST_DAY}', '+' || ${dayNumber} || ' days')`,
    );
    const time = sql.raw(`(${Date.parse(FIRST_DAY)} + ${dayNumber} * ${DAY_MS})`);
    const number = sql.raw('cast(n as text)');
    const brand = sql.raw("(case n % 3 when 0 then 'VISA' when 1 then 'MASTERCARD' else 'ELO' end)");
    await into.write(async (write) => {
      const tables = write.tables<object>();
      await sql`insert into receivables (transaction_id, line, kind, installment, due_day, gross, fee, net, merchant_id, account_id,
          provider, paid_by, brand, installments, capture_day, state, fee_unknown, version)
        ${numbers} select ${id}, 1, 'installment', 1, ${day}, 10000, 250, 9750, ${shop}, ${shop}, 'REDE', 'credit', ${brand}, 1,
          ${day}, 'expected', 0, 1 from numbers`.execute(tables);
      await sql`insert into transactions (id, merchant_id, amount, status, created_at, updated_at, asked, provider, kind, last4,
          captured_amount, provider_reference, nsu, version)
        ${numbers} select ${id}, ${shop}, 10000, 6, ${time}, ${time}, '{}', 'REDE', 'credit', '0001', 10000, 't' || ${number},
          ${number}, 1 from numbers`.execute(tables);
      await sql`insert into attempts (reference, transaction_id, account_id, state, created_at, ended_at, their_id, nsu)
        ${numbers} select 'r' || ${number}, ${id}, ${shop}, 'approved', ${time}, ${time}, 't' || ${number}, ${number}
          from numbers`.execute(tables);
    });
  }
  if (IS_POSTGRES) await sql`analyze`.execute(into.read<object>());
  process.stderr.write(`${SALES} sales stored in ${Math.round(performance.now() - begun)} ms\n`);
}

async function measureCalendar(whose: string, from: Database, merchantId: number | undefined): Promise<void> {
  const reader = createReceivableReader({ database: from, clock: systemClock, time: localTime('-03:00') });
  const times: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    const first = daysAfter(FIRST_DAY, (look * 7) % (DAYS - WEEKS_OF_CALENDAR));
    const begun = performance.now();
    await reader.days({ merchantId, from: first, to: daysAfter(first, WEEKS_OF_CALENDAR - 1) });
    times.push(performance.now() - begun);
  }
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  process.stdout.write(`calendar of ${whose}: median ${at(0.5)} ms, p95 ${at(P95)} ms, of ${LOOKS} looks\n`);
}

/** A payment of the busy shop, with as many installments as a large shop is paid on a day. */
async function measureMatching(of: Database): Promise<void> {
  await of.write(async (write) => {
    const tables = write.tables<object>();
    const ofSale = "'10000000' || substr(cast(transaction_id as text), 9)";
    const lineId = sql.raw(IS_POSTGRES ? `cast(${ofSale} as uuid)` : ofSale);
    const columns = sql`id, account_id, merchant_id, provider, kind, key, sale_day, paid_day, day, gross, fee, net, installment,
      installments, tid, payout_id, suspended, difference, confirmed, pending, revision, updated_at`;
    await sql`insert into statement_lines (${columns})
      select ${lineId}, account_id, merchant_id, 'REDE', 'part', 't' || line_number, capture_day,
        capture_day, capture_day, 10000, 250, 9750, 1, 1, 't' || line_number, 'p1', 0, 0, 0, 1, 0, 0
      from (select *, cast(substr(cast(transaction_id as text), 25) as integer) as line_number from receivables
        where account_id = ${BUSY_SHOP} order by transaction_id limit ${LINES_OF_DAY}) as sales`.execute(
      tables,
    );
  });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const begun = performance.now();
  await match(of);
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  const matched = await sql<{
    count: number;
  }>`select count(*) as count from receivables where class = 'matched'`.execute(of.read<object>());
  process.stdout.write(
    `matching of ${matched.rows[0]?.count} lines: ${((user + system) / 1e6).toFixed(2)} s of CPU in ${((performance.now() - begun) / 1_000).toFixed(2)} s; the event loop was held up ${(delay.max / 1e6).toFixed(0)} ms at most\n`,
  );
}

/** What was matched already: the work is the same. Gives how many lines were matched until it was told to end. */
async function matchAgain(of: Database, signal: AbortSignal): Promise<number> {
  await of.write(async (write) => {
    await sql`update statement_lines set pending = 1 where pending = 0`.execute(write.tables<object>());
  });
  await match(of, signal).catch((error) => {
    if (!signal.aborted) throw error;
  });
  const { rows } = await sql<{ count: number }>`select count(*) as count from statement_lines
    where pending = 0`.execute(of.readAside());
  return Number(rows[0]?.count);
}

function match(of: Database, signal = new AbortController().signal): Promise<void> {
  const dependencies = { database: of, clock: systemClock, time: localTime('-03:00') };
  return matchAccount(dependencies, BUSY_SHOP, signal);
}
