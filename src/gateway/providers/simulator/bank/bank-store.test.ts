import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../../test/support/databases.ts';
import { createSetClock } from '../../../../platform/time/set-clock.ts';
import { acquirerMigrations } from '../../index.ts';
import { txidOf } from '../../txid.ts';
import { createAheadStore, createBankStorage } from './bank-store.ts';
import { oldPixCharges } from './old-pix-charges.ts';
import { account, codeOf, idsOf, requestOf, START, testBank } from './test-bank.ts';

for (const engine of ENGINES) {
  test(`the simulated bank's book survives a restart, with what is still to happen (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const request = requestOf({ amount: 1_001, description: 'Pedido 1' });
    const before = testBank({ storage: createBankStorage(database) });
    await before.provider.create(request);
    // The service stores what the bank answered by a later commit.
    await before.snapshot(idsOf(request));
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

  test(`what is divided by any time scale is kept in whole milliseconds (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const room = testBank({ storage: createBankStorage(database), timeScale: 7 });
    const requests = [1, 4, 8, 9].map((digits) => requestOf({ amount: 1_000 + digits }));
    for (const request of requests) await room.provider.create(request);
    await room.pass(1_000);
    for (const request of requests) {
      const ids = idsOf(request);
      assert.equal((await room.snapshot(ids)).state, 'approved');
      await room.provider.refund(ids, 1, 'R1');
    }
    await room.pass(1_000);
    const waits = await room.storage.due(Number.MAX_SAFE_INTEGER, 10);
    assert.deepEqual(waits, [], 'all has happened');
  });

  test(`the book is read page by page, and what is over is deleted with its payments (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, acquirerMigrations);
    t.after(close);
    const room = testBank({ storage: createBankStorage(database) });
    const [paid, removed, waits] = [1_003, 1_003, 1_003].map((amount) => requestOf({ amount }));
    assert.ok(paid && removed && waits);
    for (const request of [paid, removed, waits]) await room.provider.create(request);
    const txid = (request: typeof paid) => txidOf(request.acquirerReference);
    await room.bank.control.pay({ txid: txid(paid) });
    await room.pass(0);
    await room.provider.void(idsOf(removed), undefined);
    const pageOf = async (before?: string) =>
      (await room.bank.control.book({ limit: '2', before })).map((charge) => charge.txid);
    const first = await pageOf();
    assert.deepEqual([...first, ...(await pageOf(first[1]))], [waits, removed, paid].map(txid));

    const DAY_MS = 24 * 60 * 60_000;
    const gone: string[] = [];
    const deleteOld = async (days: number) => {
      const clock = { now: () => START + days * DAY_MS };
      for await (const { rows, remove } of oldPixCharges({ database, clock, keptDays: 2 }).old()) {
        gone.push(...(rows as readonly { txid: string }[]).map((row) => row.txid));
        await remove();
      }
    };
    await deleteOld(1);
    assert.deepEqual(gone, []);
    await deleteOld(3);
    assert.deepEqual(gone, [txid(removed)], 'one can still be refunded, one paid');
    await deleteOld(91);
    assert.deepEqual(gone, [removed, paid, waits].map(txid));
    assert.deepEqual(await room.storage.newest(10), []);
    const all = { accountId: '0', from: 0, to: START * 2, offset: 0, limit: 10 };
    assert.deepEqual(await room.storage.received(all), []);
  });
}
