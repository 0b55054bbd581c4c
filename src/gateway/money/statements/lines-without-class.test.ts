import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newDatabase } from '../../../../test/support/databases.ts';
import { type Database, joinMigrations } from '../../../platform/database/index.ts';
import { receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import { STATEMENT_LINES, type StoredLine } from '../tables/statement-tables.ts';
import { newLine } from './line-of.ts';
import { countLinesWithoutClass, judgeLinesWithoutClass } from './lines-without-class.ts';

const OWN = 3;
const OTHER = 5;

function lines(accountId: number, count: number, stored: Partial<StoredLine>): readonly StoredLine[] {
  const told = { accountId, merchantId: 1, provider: 'REDE', day: '2026-11-27', gross: 0, fee: 0, net: 0 };
  return Array.from({ length: count }, () => {
    const line = newLine({ ...told, suspended: 0, kind: 'part', key: crypto.randomUUID() } as never, 0);
    return { ...STATEMENT_LINES.fromRow(STATEMENT_LINES.toRow(line)), ...stored };
  });
}

test('lines in no class are judged again a hundred at a time, and where there is none nothing is written', async (t) => {
  const { database, close } = await newDatabase(
    'sqlite',
    joinMigrations(receivableMigrations, statementMigrations),
  );
  t.after(close);
  let writes = 0;
  const watched: Database = {
    ...database,
    write: (work) => {
      writes += 1;
      return database.write(work);
    },
  };
  await database.write((write) =>
    write.insertRows(STATEMENT_LINES, [
      ...lines(OWN, 150, { pending: 0, class: undefined }),
      ...lines(OWN, 60, { pending: 0, class: 'paid' as never }),
      ...lines(OWN, 1, { pending: 0, class: 'matched' }),
      ...lines(OWN, 1, { pending: -1, class: 'matched' }),
      ...lines(OTHER, 1, { pending: 0, class: undefined }),
    ]),
  );
  await judgeLinesWithoutClass(watched, OWN);
  assert.equal(writes, 3);
  assert.deepEqual(await countLinesWithoutClass(database), [{ accountId: OTHER, count: 1 }]);
  await judgeLinesWithoutClass(watched, OWN);
  assert.equal(writes, 3);
});
