import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBankStorage } from '../../src/gateway/providers/index.ts';
import { newBankCharge } from '../../src/gateway/providers/simulator/bank/book/create.ts';
import { txidOf } from '../../src/gateway/providers/txid.ts';
import type { Fields } from '../support/gateway-answers.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY_MS = 24 * 60 * 60_000;
const JSON_TYPE = { 'Content-Type': 'application/json' };

onSqliteByDay('The simulated bank of the sandbox', {}, (service) => {
  let made = 0;
  /** A charge on the bank's book, as the service's own connector enters it. */
  const enter = async (amount: number) => {
    made += 1;
    const txid = txidOf(String(made).padStart(16, '0'));
    const { clock, database } = service.rooms();
    const now = clock.now();
    const charge = newBankCharge(
      {
        ...{ txid, amount, token: `token-${made}`, accountId: '0', key: 'a@b.co', createdAt: now },
        ...{ description: undefined, debtor: undefined, expiresAt: now + 30 * DAY_MS },
      },
      1,
    );
    await createBankStorage(database).insert(charge);
    return txid;
  };
  const read = async (path: string) => (await service.send({ path })).json() as Fields;
  const post = (path: string, body: unknown) =>
    service.send({ method: 'POST', path, headers: JSON_TYPE, body: JSON.stringify(body) });
  /** As the job left it: reading it by its name would let happen what is due. */
  const onBook = async (txid: string) => {
    const { charges } = await read('/__sim/pix/book?limit=500');
    return (charges as readonly Fields[]).find((charge) => charge.txid === txid);
  };

  test('a tester pays a charge, and the bank says no where it takes no money', async () => {
    const txid = await enter(1_003);
    const paid = await post('/__sim/pix/pay', { txid });
    assert.equal(paid.status, 200, paid.text);
    assert.match((paid.json() as Fields).endToEndId as string, /^E\d{20}[0-9a-f]{11}$/);
    assert.equal((await onBook(txid))?.state, 'paid');
    const again = await post('/__sim/pix/pay', { txid });
    assert.equal(again.status, 409, again.text);
    assert.equal((await post('/__sim/pix/pay', { txid, force: true })).status, 200);
    assert.equal((await post('/__sim/pix/pay', { txid: txidOf('ZZZZZZZZZZZZZZZZ') })).status, 404);
    for (const transactionId of ['x', '0198b1ab-0000-7000-8000-000000000000']) {
      assert.equal((await post('/__sim/pix/pay', { transactionId })).status, 404);
    }
    assert.equal((await post('/__sim/pix/pay', {})).status, 400);
  });

  test('a payer’s bank reads the charge at its location, from anywhere, until it is paid', async () => {
    const txid = await enter(1_003);
    const path = `/__sim/pix/token-${made}`;
    const headers = { Host: 'banco.example', 'X-Forwarded-For': '203.0.113.7' };
    const { status, headers: answered, text } = await service.send({ path, headers });
    assert.equal(status, 200, text);
    assert.equal(answered['content-type'], 'application/jose');
    const payload = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()) as Fields;
    assert.equal(payload.txid, txid);
    await post('/__sim/pix/pay', { txid });
    assert.equal((await service.send({ path })).status, 410);
    assert.equal((await service.send({ path: '/__sim/pix/nada' })).status, 404);
  });

  test('the clock of the sandbox is set ahead, and what is due by then happens at once', async () => {
    const txid = await enter(1_002);
    const before = await read('/__sim/clock');
    const set = await post('/__sim/clock', { advanceMs: DAY_MS });
    assert.equal(set.status, 200, set.text);
    const after = set.json() as Fields;
    assert.equal(after.aheadMs, Number(before.aheadMs) + DAY_MS);
    assert.ok(Date.parse(after.now as string) >= Date.parse(before.now as string) + DAY_MS);
    assert.ok(service.rooms().clock.now() >= Date.parse(after.now as string));
    await until('the charge is paid', async () => (await onBook(txid))?.state === 'paid');
  });

  test('the clock stays ahead after a restart, and is never set back', async () => {
    await post('/__sim/clock', { advanceMs: 1_000 });
    const { aheadMs } = await read('/__sim/clock');
    await service.stop();
    await service.start();
    assert.equal((await read('/__sim/clock')).aheadMs, aheadMs);
    for (const body of [
      {},
      { advanceMs: 0 },
      { advanceMs: -1 },
      { advanceMs: '1' },
      { advanceMs: 1e15 },
      [],
    ]) {
      const refused = await post('/__sim/clock', body);
      assert.equal(refused.status, 400, JSON.stringify(body));
    }
    assert.equal((await read('/__sim/clock')).aheadMs, aheadMs);
  });
});
