import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../../test/support/databases.ts';
import { createSetClock } from '../../../../platform/time/set-clock.ts';
import { acquirerMigrations } from '../../index.ts';
import { txidOf } from '../../txid.ts';
import { createAheadStore, createBankStorage } from './bank-store.ts';
import { account, codeOf, idsOf, requestOf, START, testBank } from './test-bank.ts';

for (const engine of ENGINES) {
  test(`the simulated bank's book survives a restart, with what is still to happen (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const request = requestOf({ amount: 1_001, description: 'Pedido 1' });
    const before = testBank({ storage: createBankStorage(database) });
    await before.provider.create(request);
    const after = testBank({ storage: createBankStorage(database) });
    await after.pass(2_000);
    const charge = await after.snapshot(idsOf(request));
    assert.equal(charge.state, 'approved');
    assert.equal(after.notices.length, 1);
    assert.equal((await after.provider.refund(idsOf(request), 1, 'R1')).outcome, 'pending');
    const { endToEndId } = charge.payments?.[0] ?? { endToEndId: '' };
    const again = testBank({ storage: createBankStorage(database) });
    await again.pass(4_000);
    assert.equal((await again.provider.queryPaymentRefund({ endToEndId, account }, 'R1')).outcome, 'done');
  });

  test(`a charge is paid or removed, never both, whoever is first (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const { provider, bank, snapshot } = testBank({ storage: createBankStorage(database) });
    const requests = Array.from({ length: 10 }, () => requestOf({ amount: 1_003 }));
    await Promise.all(requests.map((request) => provider.create(request)));
    const ended = await Promise.all(
      requests.flatMap((request) => [
        provider.void(idsOf(request), undefined),
        bank.control.pay({ txid: txidOf(request.acquirerReference) }).catch(() => undefined),
      ]),
    );
    for (const [index, request] of requests.entries()) {
      const [gone, paid] = ended.slice(2 * index);
      assert.ok(gone && 'outcome' in gone);
      const { state } = await snapshot(idsOf(request));
      assert.equal(state, gone.outcome === 'done' ? 'canceled' : 'approved');
      assert.equal(paid === undefined, gone.outcome === 'done');
    }
  });

  test(`two creations with one reference make one charge, and two payments are listed in turn (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const { provider, bank, storage } = testBank({ storage: createBankStorage(database) });
    const request = requestOf({ amount: 1_003 });
    const made = await Promise.all([provider.create(request), provider.create(request)]);
    const codes = made.map(codeOf);
    assert.equal(codes[0], codes[1]);
    assert.equal((await storage.newest(10)).length, 1);
    const txid = txidOf(request.acquirerReference);
    const first = await bank.control.pay({ txid });
    const second = await bank.control.pay({ txid, force: true });
    const listed = await provider.received(account, { from: START, to: START + 1, page: 0 });
    assert.ok(listed.outcome === 'listed');
    assert.deepEqual(
      listed.payments.map(({ endToEndId }) => endToEndId).toSorted(),
      [first.endToEndId, second.endToEndId].toSorted(),
    );
    assert.equal(listed.nextPage, undefined);
  });

  test(`how far the sandbox's clock is ahead is kept, and adds up (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const shown = { now: () => START };
    const clock = createSetClock(shown, createAheadStore(database));
    await clock.follow();
    assert.equal(clock.now(), START);
    await Promise.all([clock.advance(1_000), clock.advance(500), clock.advance(86_400_000)]);
    const restarted = createSetClock(shown, createAheadStore(database));
    await restarted.follow();
    assert.equal(restarted.now(), START + 86_401_500);
    await clock.follow();
    assert.equal(clock.now(), restarted.now());
  });
}
