import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../test/support/databases.ts';
import { createSimulatorStorage, simulatorMigrations } from './store.ts';
import { authenticatedAttempt, SUCCESS_URL, testBrowser } from './test-browser.ts';
import { idsOf, testSimulator } from './test-room.ts';

for (const engine of ENGINES) {
  test(`the authentication of a buyer rests in the database (${engine})`, async (context) => {
    const { database, close } = await newDatabase(engine);
    context.after(close);
    await database.migrate(simulatorMigrations);
    const storage = createSimulatorStorage(database);
    const first = testSimulator({ storage });
    const attempt = authenticatedAttempt('4000000000001091', 'decline', { capture: true });
    const sale = await first.connector.authorize(attempt);
    assert.ok(sale.outcome === 'authentication_required');

    const browser = await testBrowser(first);
    const page = await browser.open(sale.redirectUrl);
    assert.equal((await browser.open(`${sale.redirectUrl}%00`)).status, 404);
    const other = testSimulator({ storage });
    const seen = await Promise.all([
      (await testBrowser(other)).send(sale.redirectUrl, { codigo: '500000' }),
      browser.send(sale.redirectUrl, { codigo: '500000' }),
    ]);
    assert.equal(page.status, 200);
    assert.deepEqual(seen.map(({ status }) => status).sort(), [303, 410]);
    assert.ok(seen.some(({ location }) => location === SUCCESS_URL));
    for (const { connector } of [first, other]) {
      const end = await connector.continueAfterAuthentication(idsOf(attempt));
      assert.ok(end.outcome === 'approved' && end.captured && end.answer.eci === 5);
    }
    assert.deepEqual(first.storageErrors, []);
    assert.equal(await storage.byChallenge(''), undefined);
  });
}
