import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../../../platform/refusal.ts';
import { txidOf } from '../../txid.ts';
import { idsOf, requestOf, START, testBank } from './test-bank.ts';

async function made(changes: Parameters<typeof testBank>[0] = {}) {
  const room = testBank(changes);
  const request = requestOf({ amount: 1_003, expiresAt: START + 60_000 });
  await room.provider.create(request);
  return { ...room, ids: idsOf(request), txid: txidOf(request.acquirerReference) };
}

const refusedWith = (code: string) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.equal(error.code, code, error.message);
  return true;
};

test('a tester pays a charge, by its name at the bank or by its transaction', async () => {
  const one = await made();
  const paid = await one.bank.control.pay({
    txid: one.txid,
    payer: { name: 'Ana', document: '11144477735' },
  });
  const [payment] = (await one.snapshot(one.ids)).payments ?? [];
  assert.equal(payment?.endToEndId, paid.endToEndId);
  assert.deepEqual(payment?.payer, { name: 'Ana', document: '11144477735' });
  const names = new Map<string, string>();
  const other = await made({ txidOfTransaction: async (id) => names.get(id) });
  names.set('T1', other.txid);
  await other.bank.control.pay({ transactionId: 'T1' });
  assert.equal((await other.snapshot(other.ids)).state, 'approved');
});

test('the bank takes no money twice, late, in another amount or for what was removed, unless it is forced to', async () => {
  const { bank, txid, ids, snapshot, provider, pass } = await made();
  await assert.rejects(bank.control.pay({ txid, amount: 900 }), refusedWith('sim_not_payable'));
  await bank.control.pay({ txid });
  await assert.rejects(bank.control.pay({ txid }), refusedWith('sim_not_payable'));
  await bank.control.pay({ txid, force: true });
  await bank.control.pay({ txid, amount: 1, force: true });
  const twice = await snapshot(ids);
  assert.deepEqual(
    twice.payments?.map(({ amount, settles }) => [amount, settles]),
    [
      [1_003, true],
      [1_003, false],
      [1, false],
    ],
  );
  assert.equal(twice.capturedAmount, 1_003);

  const late = await made();
  await late.pass(60_001);
  await assert.rejects(late.bank.control.pay({ txid: late.txid }), refusedWith('sim_not_payable'));
  await late.bank.control.pay({ txid: late.txid, force: true });
  assert.equal((await late.snapshot(late.ids)).state, 'approved');

  const gone = await made();
  assert.equal((await gone.provider.void(gone.ids, undefined)).outcome, 'done');
  await assert.rejects(gone.bank.control.pay({ txid: gone.txid }), refusedWith('sim_not_payable'));
  await gone.bank.control.pay({ txid: gone.txid, force: true });
  const removed = await gone.snapshot(gone.ids);
  assert.equal(removed.state, 'canceled');
  assert.equal(removed.capturedAmount, 0);
  assert.equal(removed.payments?.[0]?.settles, false);
  void [provider, pass];
});

test('money can have come earlier than it is seen', async () => {
  const { bank, txid, ids, snapshot, pass } = await made();
  await pass(3_600_000);
  await bank.control.pay({ txid, at: new Date(START + 30_000).toISOString() });
  const charge = await snapshot(ids);
  assert.equal(charge.state, 'approved');
  assert.equal(charge.payments?.[0]?.at, START + 30_000);
});

test('what cannot be read or found is refused', async () => {
  const { bank, txid } = await made();
  const bodies = [
    ...[undefined, null, [], 'x', {}, { txid, transactionId: 'T1' }, { txid: 1 }, { txid, amount: 1.5 }],
    ...[
      { txid, amount: 0 },
      { txid, amount: '1' },
      { txid, force: 'sim' },
      { txid, payer: 'Ana' },
    ],
    ...[
      { txid, at: 'amanhã' },
      { txid, at: new Date(START + 1).toISOString() },
      { txid, payer: { name: 1 } },
    ],
  ];
  for (const body of bodies) await assert.rejects(bank.control.pay(body), refusedWith('sim_invalid'));
  await assert.rejects(bank.control.pay({ txid: 'x' }), refusedWith('sim_unknown'));
  await assert.rejects(bank.control.pay({ transactionId: 'x' }), refusedWith('sim_unknown'));
  const before = { txid, at: new Date(START - 1).toISOString() };
  await assert.rejects(bank.control.pay(before), refusedWith('sim_not_payable'));
});

test('the book shows all that came and went, and no addresses of charges', async () => {
  const { bank, txid, ids } = await made();
  await bank.control.pay({ txid });
  const [charge] = await bank.control.book({ txid });
  assert.equal(charge?.reference, ids.acquirerReference);
  assert.equal(charge?.payments[0]?.amount, 1_003);
  assert.ok(!('token' in (charge ?? {})));
  assert.equal((await bank.control.book({})).length, 1);
  await assert.rejects(bank.control.book({ limit: '0' }), refusedWith('sim_invalid'));
});

test('a location tells payers’ banks nothing of what cannot be paid any more', async () => {
  const { bank, txid, storage, pass } = await made();
  const token = (await storage.byTxid(txid))?.charge.token ?? '';
  assert.ok(typeof (await bank.control.at(token)) === 'object');
  await pass(60_001);
  assert.equal(await bank.control.at(token), 'over');
});
