import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBrCode } from '../../br-code/index.ts';
import { txidOf } from '../../txid.ts';
import { memoryBankStorage } from './book/memory-storage.ts';
import { codeOf, idsOf, requestOf, START, testBank } from './test-bank.ts';

const SECOND = 1_000;

/** A charge with these last two digits, made. */
async function made(digits: number, changes: Parameters<typeof testBank>[0] = {}) {
  const room = testBank(changes);
  const request = requestOf({ amount: 1_000 + digits });
  const outcome = await room.provider.create(request);
  const ids = idsOf(request);
  return { ...room, request, outcome, ids, state: async () => (await room.snapshot(ids)).state };
}

test('the code of a charge leads to its place in this sandbox, and names it nowhere else', async () => {
  const { outcome, bank } = await made(0);
  const code = readBrCode(codeOf(outcome));
  assert.ok(typeof code === 'object');
  assert.match(code.location ?? '', /^localhost:8080\/__sim\/pix\/[\w-]{43}$/);
  assert.equal(code.txid, undefined);
  const token = code.location?.split('/').at(-1) ?? '';
  const read = await bank.control.at(token);
  assert.ok(typeof read === 'object');
  const payload = JSON.parse(Buffer.from(read.signed.split('.')[1] ?? '', 'base64url').toString());
  assert.equal(payload.valor.original, '10.00');
  assert.equal(payload.status, 'ATIVA');
  assert.equal(await bank.control.at('x'), 'unknown');
});

for (const [digits, seconds] of [
  [1, 2],
  [2, 60],
  [7, 2],
  [0, 60],
  [10, 60],
  [99, 60],
] as const) {
  test(`a charge of R$ 10,${String(digits).padStart(2, '0')} is paid after ${seconds} s`, async () => {
    const { state, pass, snapshot, ids, request } = await made(digits);
    const before = await state();
    await pass(seconds * SECOND - 1);
    assert.equal(await state(), before);
    await pass(1);
    const charge = await snapshot(ids);
    assert.equal(charge.state, 'approved');
    assert.equal(charge.capturedAmount, request.amount);
    const [payment] = charge.payments ?? [];
    assert.equal(payment?.at, START + seconds * SECOND);
    assert.match(payment?.endToEndId ?? '', /^E99999004202611261[0-9]{3}[0-9a-f]{11}$/);
    assert.equal(charge.answer.theirId, payment?.endToEndId);
  });
}

test('nobody pays a charge that ends in 03', async () => {
  const { state, pass } = await made(3);
  const before = await state();
  await pass(3_600 * SECOND);
  assert.equal(await state(), before);
});

test('the time scale divides what the bank waits for', async () => {
  const { state, pass } = await made(2, { timeScale: 60 });
  await pass(SECOND);
  assert.equal(await state(), 'approved');
});

test('money of a charge that ends in 04 is taken back five seconds after it came', async () => {
  const { pass, snapshot, ids, notices } = await made(4);
  await pass(2 * SECOND);
  assert.deepEqual((await snapshot(ids)).payments?.[0]?.returns, []);
  await pass(5 * SECOND);
  const charge = await snapshot(ids);
  assert.equal(charge.refundedAmount, 0, 'nobody here asked for it');
  assert.deepEqual(charge.refunds, []);
  const [taken] = charge.payments?.[0]?.returns ?? [];
  assert.deepEqual([taken?.nature, taken?.amount, taken?.state], ['med_fraud', 1_004, 'done']);
  assert.equal(notices.length, 2);
  assert.match(JSON.stringify(notices[1]?.body), /"natureza":"MED_FRAUDE"/);
});

test('a creation that ends in 05 answers nothing and leaves one charge', async () => {
  const { outcome, provider, request, ids, snapshot } = await made(5);
  assert.deepEqual(outcome, { outcome: 'unknown', reason: 'HTTP 504', answer: { httpStatus: 504 } });
  const { awaited, amount } = await snapshot(ids);
  assert.equal(amount, 1_005);
  const again = codeOf(await provider.create(request));
  assert.deepEqual(awaited, { nextAction: { kind: 'pix', code: again }, expiresAt: request.expiresAt });
});

test('a creation that ends in 06 times out and leaves nothing', async () => {
  const { outcome, provider, ids, now } = await made(6);
  assert.equal(outcome.outcome, 'unknown');
  assert.ok(now() - START < 10 * SECOND, 'the merchant is answered within ten seconds');
  assert.deepEqual(await provider.query(ids), { outcome: 'not_found' });
  assert.deepEqual(await provider.undo(ids), { outcome: 'undone', existed: false });
});

test('a payment is told, unless the charge ends in 07', async () => {
  const told = await made(1);
  await told.pass(2 * SECOND);
  assert.equal(told.notices.length, 1);
  const [payment] = (await told.snapshot(told.ids)).payments ?? [];
  const { provider } = told;
  assert.deepEqual(provider.readNotice(told.notices[0]?.body), [
    {
      endToEndId: payment?.endToEndId,
      txid: txidOf(told.ids.acquirerReference),
      reference: told.ids.acquirerReference,
    },
  ]);
  const lost = await made(7);
  await lost.pass(2 * SECOND);
  await lost.pass(3_600 * SECOND);
  assert.equal(await lost.state(), 'approved');
  assert.deepEqual(lost.notices, []);
});

test('a payment that ends in 08 is told three times, first before it can be seen', async () => {
  const { pass, state, notices, provider } = await made(8);
  const before = await state();
  await pass(SECOND);
  assert.equal(notices.length, 1);
  assert.equal(await state(), before);
  await pass(SECOND);
  await pass(SECOND);
  assert.equal(notices.length, 3);
  const named = notices.map(({ body }) => provider.readNotice(body)[0]?.endToEndId);
  assert.equal(new Set(named).size, 1);
});

test('a refund is in process for two seconds, then done, and both ends are told', async () => {
  const { pass, provider, ids, snapshot, notices } = await made(1);
  await pass(2 * SECOND);
  const asked = await provider.refund(ids, 400, 'R1');
  assert.equal(asked.outcome, 'pending');
  assert.deepEqual((await snapshot(ids)).refunds, [{ refundId: 'R1', amount: 400, state: 'pending' }]);
  await pass(2 * SECOND);
  const charge = await snapshot(ids);
  assert.equal(charge.refundedAmount, 400);
  assert.equal((await provider.queryRefund(ids, 'R1')).outcome, 'done');
  assert.equal(notices.length, 2);
});

test('a refund of a charge that ends in 09 is not done, with the reason', async () => {
  const { pass, provider, ids, snapshot } = await made(9);
  await pass(2 * SECOND);
  assert.equal((await provider.refund(ids, 1_009, 'R1')).outcome, 'pending');
  await pass(2 * SECOND);
  const asked = await provider.queryRefund(ids, 'R1');
  assert.ok(asked.outcome === 'denied');
  assert.equal(asked.answer.rawMessage, 'Saldo insuficiente na conta do recebedor');
  assert.equal((await snapshot(ids)).refundedAmount, 0);
  assert.equal((await provider.refund(ids, 1_009, 'R2')).outcome, 'pending', 'a new one can be asked for');
});

test('a notice that is not taken is sent again after a minute, five and thirty, and then never', async () => {
  let sent = 0;
  const room = await made(1, {
    onNotice: async () => {
      sent += 1;
      if (sent === 2) throw new Error('the service is busy');
      return false;
    },
    onStorageError: () => undefined,
  });
  await room.pass(2 * SECOND);
  for (const [seconds, expected] of [
    [59, 1],
    [1, 2],
    [300, 3],
    [1_800, 4],
    [86_400, 4],
  ] as const) {
    await room.pass(seconds * SECOND);
    assert.equal(sent, expected, `after ${seconds} s more`);
  }
});

test('a charge that cannot be dealt with does not keep the others, and is told', async () => {
  const good = memoryBankStorage();
  const broken = requestOf({ amount: 1_001 });
  const storage = {
    ...good,
    update: async (...change: Parameters<typeof good.update>) => {
      if (change[1].txid === txidOf(broken.acquirerReference)) throw new Error('the row is broken');
      return good.update(...change);
    },
  };
  const { provider, pass, snapshot } = testBank({ storage, onStorageError: () => undefined });
  const other = requestOf({ amount: 1_001 });
  for (const request of [broken, other]) await provider.create(request);
  await assert.rejects(pass(2 * SECOND), /the row is broken/);
  assert.equal((await snapshot(idsOf(other))).state, 'approved');
  assert.equal((await provider.query(idsOf(broken))).outcome, 'unknown');
});
