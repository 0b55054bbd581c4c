import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CompiledQuery } from 'kysely';
import { localTime, systemClock } from '../../../platform/time/clock.ts';
import { openTestRoom } from '../../transactions/test-room.ts';
import { newLine } from '../statements/line-of.ts';
import { receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import { STATEMENT_LINES, type StatementTables } from '../tables/statement-tables.ts';
import { matchLinesOf, pendingOfSale } from './match-account.ts';

const OF_SALE = { accountId: 7, transactionId: '019ac5a0-0000-7000-8000-000000000001' };

test('the lines of one sale are found by it, however many are pending, and judged again where one changes meanwhile', async (t) => {
  const room = await openTestRoom('sqlite', { ...receivableMigrations, ...statementMigrations });
  t.after(() => room.close());
  const { database } = room;
  const told = { merchantId: 1, provider: 'REDE', day: '2026-11-27', gross: 100, fee: 2, net: 98 };
  const line = newLine({ ...told, ...OF_SALE, kind: 'part', key: 'k', suspended: 0 } as never, 0);
  const stored = STATEMENT_LINES.fromRow(STATEMENT_LINES.toRow({ ...line, ...OF_SALE, confirmed: 1 }));
  await database.write((write) => write.insertRows(STATEMENT_LINES, [stored]));

  const { sql, parameters } = pendingOfSale(database, OF_SALE.transactionId).compile();
  const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
  const { rows } = await database.read().executeQuery(explained);
  assert.match(JSON.stringify(rows), /USING INDEX statement_lines_of_sale/);

  let writes = 0;
  const toldAnew = () =>
    database.write(async (write) => {
      const lines = write.tables<StatementTables>().updateTable('statement_lines');
      await lines.set(({ eb }) => ({ pending: eb('pending', '+', 1) })).execute();
    });
  await matchLinesOf(
    {
      database: {
        ...database,
        write: async (work) => {
          writes += 1;
          if (writes === 1) await toldAnew();
          return database.write(work);
        },
      },
      clock: systemClock,
      time: localTime('America/Sao_Paulo'),
    },
    OF_SALE,
  );
  assert.equal(writes, 2);
  assert.deepEqual(await pendingOfSale(database, OF_SALE.transactionId).execute(), []);
});
