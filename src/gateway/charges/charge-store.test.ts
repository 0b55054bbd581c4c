import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { acquirerMigrations } from '../providers/index.ts';
import { transactionMigrations } from '../transactions/index.ts';
import { type AwaitedCharge, DUE_BY_LIST, DUE_BY_NOTICE } from './charge.ts';
import { createChargeStore } from './charge-store.ts';
import { chargeRow } from './charge-writes.ts';
import { AWAITED_CHARGES, awaitedChargeMigrations } from './charges-table.ts';

/** What a charge stands on: its account is filled from its attempt. */
const MIGRATIONS = {
  ...transactionMigrations,
  ...acquirerMigrations,
  ...awaitedChargeMigrations,
};

const charge = (name: string, nextAt?: number): AwaitedCharge => ({
  reference: name,
  transactionId: name,
  kind: 'pix',
  accountId: 7,
  provider: 'C6BANK',
  tokenHash: name,
  code: undefined,
  createdAt: 1,
  expiresAt: 2,
  nextAt,
  looks: 2,
  ending: undefined,
  endingOrigin: undefined,
});

test('what a bank answered is written without a query, which would keep the sales of its moment from sharing a script', async () => {
  const codes: unknown[] = [];
  const { writer, row } = chargeRow({ answered: { reference: 'made', code: '000201' } });
  const write = {
    insertRows: async () => undefined,
    insertNewRows: async () => [],
    updateRows: async (_: unknown, rows: readonly { key: unknown; values: unknown }[]) => {
      codes.push(...rows.map(({ key, values }) => [key, values]));
      return rows.map(() => true);
    },
    tables: () => assert.fail('a query is asked'),
  };
  await writer(write, [row]);
  assert.deepEqual(codes, [['made', { code: '000201' }]]);
});

for (const engine of ENGINES) {
  test(`a notice that comes while a charge is looked at makes it due again (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, MIGRATIONS);
    t.after(close);
    await database.write((write) =>
      write.insertRows(AWAITED_CHARGES, [charge('noticed'), charge('listed'), charge('planned', 5_000)]),
    );
    const charges = createChargeStore(database);
    const noticed = () =>
      charges.lookNow({ accountId: 7, references: ['noticed', 'planned'], by: DUE_BY_NOTICE });
    const due = async () => charges.dueOf(7, 1_000, 10);
    await charges.lookNow({ accountId: 7, references: ['listed'], by: DUE_BY_LIST });
    await noticed();
    const [looked] = (await due()).filter(({ reference }) => reference === 'noticed');
    assert.ok(looked);
    await noticed();
    await charges.putOff(looked, { nextAt: undefined, looks: 3 });
    const still = await due();
    assert.deepEqual(
      still.map(({ reference }) => reference).toSorted(),
      ['listed', 'noticed', 'planned'],
      'the look of the first notice does not answer the second one',
    );
    assert.equal(still.at(-1)?.reference, 'listed', 'what a notice names goes before the list');
    for (const one of still) await charges.putOff(one, { nextAt: undefined });
    assert.deepEqual(await due(), []);
    await charges.lookNow({ accountId: 8, references: ['noticed'], by: DUE_BY_NOTICE });
    assert.deepEqual(await due(), [], 'another account changes nothing');
  });
}
