import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { createSalesReader } from '../reading/sales-reader.ts';
import { transactionMigrations } from '../tables/migrations.ts';
import { TRANSACTIONS } from '../tables/transactions-table.ts';
import { testOrder } from '../test-sale.ts';
import { attemptsOf } from './attempt-store.ts';
import { createCaseStore } from './case-store.ts';

const SALES = 40;
const FIRST = Date.UTC(2024, 5, 1, 12);

for (const engine of ENGINES) {
  test(`sales of before indexes ended in the time are listed and found after the migration (${engine})`, async (context) => {
    const {
      '0615-indexes-by-time': _,
      '0616-origins-of-attempts': __,
      '0670-ids-of-16-bytes': ___,
      '2026-11-26-last-tries-of-links': _____,
      ...earlier
    } = transactionMigrations;
    const { database, close } = await newDatabase(engine, earlier);
    context.after(close);
    const {
      payment: { kind: ____, type, ...payment },
      ...common
    } = testOrder({ customer: { name: 'Ana', document: '11144477735' } });
    const asked = JSON.stringify({ ...common, kind: type, ...payment });
    const ids = Array.from({ length: SALES }, (_value, index) => idAt(FIRST + index));
    await database.write(async (write) => {
      for (const [index, id] of ids.entries()) {
        // Two sales of each moment.
        const at = FIRST + Math.floor(index / 2);
        await sql`insert into transactions (id, merchant_id, reference_id, amount, status, created_at, updated_at, asked, version,
            provider, kind, installments, last4, customer_key, customer_document, authorization_code)
          values (${id}, 1, 'pedido', 100, ${index % 2 === 0 ? 6 : 7}, ${at}, ${at}, ${asked}, 1,
            'REDE', 'credit', 1, '5682', 'ana', '11144477735', ${`A${index}`})`.execute(write.tables());
      }
    });

    await database.migrate(transactionMigrations);

    const reader = createSalesReader({
      kinds: PAYMENT_KINDS,
      database,
      time: localTime('America/Sao_Paulo'),
    });
    const newest = ids.toReversed();
    const listed = async (filter: object) => {
      const first = await reader.list({ merchantId: 1, ...filter }, { limit: 15 });
      const rest = await reader.list(
        { merchantId: 1, ...filter },
        { limit: SALES, before: first.sales.at(-1)?.id },
      );
      return [...first.sales, ...rest.sales].map(({ id }) => id);
    };
    for (const search of [undefined, '5682', 'ana', '111.444.777-35', 'pedido']) {
      assert.deepEqual(await listed({ search }), newest, search ?? 'all');
    }
    assert.deepEqual(await listed({ search: 'A7' }), [ids[7]]);
    assert.deepEqual(
      await listed({ view: 'denied' }),
      newest.filter((_id, index) => index % 2 === 0),
    );
    const { sales } = await reader.list({ merchantId: 1 }, { limit: 1 });
    assert.equal(sales[0]?.order.customer?.name, 'Ana');
  });
}

for (const engine of ENGINES) {
  test(`sales of before ids took 16 bytes on PostgreSQL are found with all that is theirs, and can change (${engine})`, async (context) => {
    const {
      '0670-ids-of-16-bytes': _,
      '2026-11-26-last-tries-of-links': __,
      ...earlier
    } = transactionMigrations;
    const { database, close } = await newDatabase(engine, earlier);
    context.after(close);
    const ids = Array.from({ length: SALES }, (_value, index) => idAt(FIRST + index));
    await database.write(async (write) => {
      for (const [index, id] of ids.entries()) {
        const at = FIRST + index;
        await sql`insert into transactions (id, merchant_id, amount, status, created_at, updated_at, asked, version, provider)
          values (${id}, 1, 100, 10, ${at}, ${at}, '{"v":"1"}', 1, 'REDE')`.execute(write.tables());
        await sql`insert into attempts (reference, transaction_id, account_id, state, created_at)
          values (${`R${index}`}, ${id}, 0, 'unknown', ${at})`.execute(write.tables());
      }
      await sql`insert into recovery_cases
          (subject, transaction_id, account_id, kind, state, opened_at, next_at, tries, not_found)
        values ('R1', ${ids[1]}, 0, 'attempt', 'manual', 1, 1, 1, 0)`.execute(write.tables());
    });

    await database.migrate(transactionMigrations);

    const [, first] = ids;
    assert.ok(first);
    const reader = createSalesReader({
      kinds: PAYMENT_KINDS,
      database,
      time: localTime('America/Sao_Paulo'),
    });
    const { sales } = await reader.list({}, { limit: SALES });
    assert.deepEqual(
      sales.map(({ id }) => id),
      ids.toReversed(),
    );
    assert.deepEqual(
      sales.filter(({ needsAttention }) => needsAttention).map(({ id }) => id),
      [first],
    );
    const cases = createCaseStore(database);
    assert.equal(await cases.manualTransactions(1), 1);
    const [attempt] = await attemptsOf(database, first);
    assert.equal(attempt?.reference, 'R1');
    const setVersion = TRANSACTIONS.update('id', 'version', ['version']);
    const held = await database.write((write) =>
      write.updateRows(setVersion, [{ key: first, expected: 1, values: { version: 2 } }]),
    );
    assert.deepEqual(held, [true]);
  });
}

function idAt(at: number): string {
  const digits = at.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}
