import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { OPEN_VAULT } from '../../../platform/vault/test-vault.ts';
import { LONGEST_REFUND_DAYS } from '../capabilities.ts';
import type { BookCharge } from '../issuer/index.ts';
import { buyerPageOf } from '../outcome.ts';
import { oldCharges } from './old-charges.ts';
import { createSimulatorStorage, type SimulatorTables, simulatorMigrations } from './store.ts';
import { authenticatedAttempt, SUCCESS_URL, testBrowser } from './test-browser.ts';
import { idsOf, testSimulator } from './test-room.ts';

for (const engine of ENGINES) {
  test(`the authentication of a buyer rests in the database (${engine})`, async (context) => {
    const { database, close } = await newDatabase(engine);
    context.after(close);
    await database.migrate(simulatorMigrations);
    const storage = createSimulatorStorage(database, OPEN_VAULT);
    const first = testSimulator({ storage });
    const attempt = authenticatedAttempt('4000000000001091', 'decline', { capture: true });
    const sale = await first.connector.authorize(attempt);
    assert.ok(sale.outcome === 'buyer_awaited');

    const browser = await testBrowser(first);
    const page = await browser.open(buyerPageOf(sale) ?? '');
    assert.equal((await browser.open(`${buyerPageOf(sale) ?? ''}%00`)).status, 404);
    const other = testSimulator({ storage });
    const seen = await Promise.all([
      (await testBrowser(other)).send(buyerPageOf(sale) ?? '', { codigo: '500000' }),
      browser.send(buyerPageOf(sale) ?? '', { codigo: '500000' }),
    ]);
    assert.equal(page.status, 200);
    assert.deepEqual(seen.map(({ status }) => status).sort(), [303, 410]);
    assert.ok(seen.some(({ location }) => location === SUCCESS_URL));
    for (const { connector } of [first, other]) {
      const end = await connector.continueAfterAuthentication(idsOf(attempt));
      assert.ok(end.outcome === 'approved' && end.captured && end.answer.eci === 5);
    }
    assert.deepEqual(first.storageErrors, []);
    const [row] = await database
      .read<SimulatorTables>()
      .selectFrom('simulator_charges')
      .select(['id', 'authentication'])
      .execute();
    const [newest] = await storage.newest(1);
    assert.match(newest?.authentication ?? '', /^\{/);
    assert.match(row?.authentication ?? '', /^sealed as simulator_charge:/);
    const inClear = OPEN_VAULT.open(row?.authentication ?? '', `simulator_charge:${row?.id}`).reveal();
    await database.write((write) =>
      write
        .tables<SimulatorTables>()
        .updateTable('simulator_charges')
        .set({ authentication: inClear })
        .execute(),
    );
    const stored = await storage.byId(row?.id ?? '');
    assert.equal(stored?.authentication, inClear, 'as it was stored before');
    assert.equal(await storage.byChallenge(''), undefined);
  });

  test(`charges of which nothing can be moved any more leave the book (${engine})`, async (context) => {
    const { database, close } = await newDatabase(engine, simulatorMigrations);
    context.after(close);
    const storage = createSimulatorStorage(database, OPEN_VAULT);
    const now = Date.UTC(2026, 10, 22);
    const daysAgo = (days: number) => now - days * DAY_MS;
    const refund = (amount: number) => JSON.stringify([{ reference: 'R', amount, at: 1 }]);
    const longAgo = LONGEST_REFUND_DAYS + 40;
    const charges: readonly (readonly [Partial<BookCharge>, days: number, goes: boolean])[] = [
      [{ captured: 1_000 }, longAgo, true],
      [{ captured: 1_000 }, LONGEST_REFUND_DAYS + 20, false],
      [{ captured: 1_000, refunds: refund(1_000) }, 40, true],
      [{ captured: 1_000, refunds: refund(999) }, 40, false],
      [{}, longAgo, false],
      [{ voided: 1_000 }, 40, true],
      [{ voided: 1_000 }, 20, false],
      [{ code: '51' }, 40, true],
      [{ state: 'undone', captured: 1_000 }, 40, true],
      [{ code: '51' }, 20, false],
    ];
    const inOrder = charges.toSorted(([, one], [, other]) => other - one);
    for (const [index, [over, days]] of inOrder.entries()) {
      const id = String(index).padStart(20, '0');
      await storage.insert({ ...CHARGE, id, reference: id, created: daysAgo(days), ...over });
    }
    const gone: string[] = [];
    const masks = new Set<string>();
    const options = { database, clock: { now: () => now }, keptDays: 30 };
    for await (const { rows, remove } of oldCharges(options).old()) {
      gone.push(...rows.map((row) => (row as BookCharge).id));
      for (const row of rows) masks.add((row as BookCharge).mask);
      await remove();
    }
    const meant = inOrder.flatMap(([, , goes], index) => (goes ? [String(index).padStart(20, '0')] : []));
    assert.deepEqual(gone, meant);
    assert.deepEqual([...masks], [CHARGE.mask], 'an archive has it whole');
    assert.equal((await storage.newest(100)).length, charges.length - meant.length);
  });

  test(`a charge is read with the mask that it was made with, stored without its stars (${engine})`, async (context) => {
    const { database, close } = await newDatabase(engine, simulatorMigrations);
    context.after(close);
    const storage = createSimulatorStorage(database, OPEN_VAULT);
    const masks = ['411111******1111', '603136*********0016', '400000*****0016', '411111*******111', ''];
    for (const [index, mask] of masks.entries()) {
      await storage.insert({ ...CHARGE, id: String(index).padStart(20, '0'), mask });
    }
    await database.write(async (transaction) => {
      const old = { ...CHARGE, id: '9'.repeat(20) };
      await transaction.tables<SimulatorTables>().insertInto('simulator_charges').values(old).execute();
    });
    const newestFirst = await storage.newest(100);
    assert.deepEqual(newestFirst.map(({ mask }) => mask).reverse(), [...masks, CHARGE.mask]);
    const [first] = await database
      .read<SimulatorTables>()
      .selectFrom('simulator_charges')
      .select('mask')
      .orderBy('id')
      .execute();
    assert.equal(first?.mask, '4111111111');
  });
}

const DAY_MS = 24 * 60 * 60_000;
const CHARGE: BookCharge = {
  id: '',
  reference: '',
  mask: '411111******1111',
  brand: 'VISA',
  kind: 'credit',
  scenario: 'approved',
  code: '00',
  challenge: '',
  authentication: '',
  amount: 1_000,
  captured: 0,
  voided: 0,
  refunds: '',
  state: 'standing',
  undos: 0,
  created: 0,
  version: 1,
};
