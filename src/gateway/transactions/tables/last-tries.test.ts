import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase, type TestEngine } from '../../../../test/support/databases.ts';
import type { Database } from '../../../platform/database/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { createSalesReader } from '../reading/sales-reader.ts';
import { ensureDays } from '../stores/day-figures-store.ts';
import { transactionMigrations } from './migrations.ts';

const ZONE = 'America/Sao_Paulo';
const time = localTime(ZONE);
const FIRST = Date.UTC(2026, 10, 20, 12);
const PERIOD = { from: '2026-11-20', to: '2026-11-20' };
const { '2026-11-26-last-tries-of-links': _, ...EARLIER } = transactionMigrations;

interface Stored {
  readonly status: number;
  readonly link: boolean;
  /** Oldest first. */
  readonly attempts: readonly string[];
  readonly message?: string;
  readonly lastTry: number | undefined;
}

const REFUSED: readonly Stored[] = [
  { status: 1, link: true, attempts: ['declined'], message: 'Saldo insuficiente.', lastTry: 7 },
  { status: 4, link: true, attempts: ['not_sent', 'declined'], message: 'Cartão vencido.', lastTry: 7 },
  { status: 12, link: true, attempts: ['declined'], lastTry: 7 },
  { status: 1, link: true, attempts: [], message: 'Parcelamento não permitido.', lastTry: 7 },
];
const OTHERS: readonly Stored[] = [
  { status: 1, link: true, attempts: [], lastTry: undefined },
  { status: 12, link: true, attempts: ['declined', 'not_sent'], message: 'Sem comunicação', lastTry: 11 },
  { status: 1, link: true, attempts: ['invalid'], message: 'A adquirente recusou', lastTry: 11 },
  { status: 1, link: true, attempts: ['absent'], message: 'A adquirente não recebeu a venda', lastTry: 11 },
  {
    status: 1,
    link: true,
    attempts: ['absent'],
    message: 'O comprador não concluiu a autenticação no prazo; nada foi cobrado',
    lastTry: 4,
  },
  { status: 6, link: true, attempts: ['declined', 'approved'], lastTry: undefined },
  { status: 10, link: true, attempts: ['declined', 'sending'], lastTry: undefined },
  { status: 4, link: false, attempts: ['absent'], message: 'O comprador não concluiu', lastTry: undefined },
  { status: 7, link: false, attempts: ['declined'], message: 'Negada.', lastTry: undefined },
];

for (const engine of ENGINES) {
  test(`links of before last tries were kept know theirs, and are listed and counted as denied (${engine})`, async (t) => {
    const database = await oldDatabase(t, engine, [...REFUSED, ...OTHERS]);
    const reader = createSalesReader({ database, kinds: PAYMENT_KINDS, time });
    const all = [...REFUSED, ...OTHERS];

    await database.migrate(transactionMigrations);
    await ensureDays(database, ZONE, time.day);

    const { sales } = await reader.list({ merchantId: 1 }, { limit: 50 });
    assert.deepEqual(
      sales.map(({ result }) => result.lastTry).toReversed(),
      all.map(({ lastTry }) => lastTry),
    );
    const denied = await reader.list({ merchantId: 1, view: 'denied' }, { limit: 50 });
    assert.deepEqual(
      denied.sales.map(({ id }) => id).toReversed(),
      all.flatMap(({ status, lastTry }, index) => (status === 7 || lastTry === 7 ? [idAt(index)] : [])),
    );
    const days = await reader.days({ merchantId: 1, ...PERIOD });
    const ofTries = days.filter(({ deniedTry }) => deniedTry);
    assert.deepEqual(
      ofTries.map(({ status, sales: count }) => [status, count]),
      [
        [1, 2],
        [4, 1],
        [12, 1],
      ],
    );
    assert.equal(
      days.reduce((sum, { sales: count }) => sum + count, 0),
      all.length,
    );
    const { views } = await reader.summary({ merchantId: 1, ...PERIOD });
    assert.deepEqual([views.denied.count, views.all.count], [5, all.length]);
    const reasons = await reader.denials({ merchantId: 1, ...PERIOD });
    assert.equal(
      reasons.reduce((sum, { count }) => sum + count, 0),
      5,
    );
  });

  test(`a database without refused tries of links is not counted again (${engine})`, async (t) => {
    const database = await oldDatabase(t, engine, OTHERS);
    await database.migrate(transactionMigrations);
    const { rows } = await sql<{ time_zone: string }>`select time_zone from sales_by_day_zone`.execute(
      database.read(),
    );
    assert.deepEqual(
      rows.map(({ time_zone: zone }) => zone),
      [ZONE],
    );
  });
}

/** With sales, and their figures as they were counted then. */
async function oldDatabase(
  t: { after(close: () => Promise<void>): void },
  engine: TestEngine,
  stored: readonly Stored[],
): Promise<Database> {
  const { database, close } = await newDatabase(engine, EARLIER);
  t.after(close);
  await database.write(async (write) => {
    const tables = write.tables();
    for (const [index, { status, link, attempts, message }] of stored.entries()) {
      const [id, at] = [idAt(index), FIRST + index];
      await sql`insert into transactions (id, merchant_id, amount, status, created_at, updated_at, asked, version, provider,
          provider_message)
        values (${id}, 1, 100, ${status}, ${at}, ${at}, '{"v":"1"}', 1, 'REDE', ${message ?? null})`.execute(
        tables,
      );
      if (link) {
        await sql`insert into intentions (transaction_id, token_hash) values (${id}, ${`hash ${index}`})`.execute(
          tables,
        );
      }
      // Two processes gave the references of one second: they are not in the order of time.
      for (const [number, state] of attempts.entries()) {
        await sql`insert into attempts (reference, transaction_id, account_id, state, created_at)
          values (${`R${index}-${9 - number}`}, ${id}, 0, ${state}, ${at + number})`.execute(tables);
      }
    }
    for (const [status, alike] of Map.groupBy(stored, (one) => one.status)) {
      await sql`insert into sales_by_day (merchant_id, day, status, kind, shard, sales, captured, captured_sum, refunded, refunded_sum)
        values (1, ${PERIOD.from}, ${status}, 'credit', 0, ${alike.length}, 0, 0, 0, 0)`.execute(tables);
    }
    await sql`insert into sales_by_day_zone (id, time_zone) values (1, ${ZONE})`.execute(tables);
  });
  return database;
}

function idAt(index: number): string {
  const digits = (FIRST + index).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
