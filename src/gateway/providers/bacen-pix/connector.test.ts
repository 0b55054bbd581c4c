import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBrCode } from '../br-code/index.ts';
import { CHARGE_PAID, type CreateOutcome } from '../charge-provider.ts';
import { txidOf } from '../txid.ts';
import { accountWith, openTestBank, type TestBank } from './test-bank.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function codeIn(outcome: CreateOutcome): string {
  assert.ok(
    outcome.outcome === 'buyer_awaited' && outcome.nextAction.kind === 'pix',
    JSON.stringify(outcome),
  );
  return outcome.nextAction.code;
}

async function created(bank: TestBank, more: Parameters<TestBank['request']>[0] = {}) {
  const request = bank.request(more);
  codeIn(await bank.connector.create(request));
  const { acquirerReference: reference } = request;
  return { request, reference, txid: txidOf(reference), ids: bank.ids(reference) };
}

async function found(bank: TestBank, reference: string) {
  const outcome = await bank.connector.query(bank.ids(reference));
  assert.ok(outcome.outcome === 'found', JSON.stringify(outcome));
  return outcome.charge;
}

describe('a charge', () => {
  test('put again is the same one, with the code it had and the end it was to have', async () => {
    const bank = await openTestBank('SICREDI');
    const request = bank.request({ expiresAt: bank.now() + HOUR_MS });
    const first = codeIn(await bank.connector.create(request));
    bank.later(10 * 60_000);
    assert.equal(codeIn(await bank.connector.create(request)), first);
    const { awaited } = await found(bank, request.acquirerReference);
    assert.ok(Math.abs((awaited?.expiresAt ?? 0) - request.expiresAt) <= 1_000, String(awaited?.expiresAt));
    assert.equal(bank.host.control.book({}).charges.length, 1);
  });

  test('of which the answer was lost is found with its code', async () => {
    const bank = await openTestBank('C6BANK');
    const request = bank.request({ amount: 1_005 });
    const lost = await bank.connector.create(request);
    assert.deepEqual([lost.outcome, 'answer' in lost && lost.answer?.httpStatus], ['unknown', 504]);
    const { awaited, state } = await found(bank, request.acquirerReference);
    assert.equal(state, 'buyer_awaited');
    assert.ok(awaited?.nextAction.kind === 'pix');
    assert.equal(codeIn(await bank.connector.create(request)), awaited.nextAction.code);
  });

  test('that was never made is not found', async () => {
    const bank = await openTestBank('C6BANK');
    const request = bank.request({ amount: 1_006 });
    assert.equal((await bank.connector.create(request)).outcome, 'unknown');
    const { outcome } = await bank.connector.query(bank.ids(request.acquirerReference));
    assert.equal(outcome, 'not_found');
  });

  test('has a code of ours where the bank writes none, or one that is broken', async () => {
    const bank = await openTestBank('SICREDI', { quirks: { copyAndPaste: false } });
    const request = bank.request({
      account: accountWith({ ...bank.settings, receiverName: 'Padaria São João', receiverCity: 'Recife' }),
    });
    const code = readBrCode(codeIn(await bank.connector.create(request)));
    assert.ok(typeof code === 'object');
    const [charge] = bank.host.control.book({}).charges;
    assert.deepEqual([code.location, code.name, code.city], [charge?.location, 'Padaria Sao Joao', 'Recife']);
  });

  test('is one that was paid or removed when it is put again', async () => {
    const bank = await openTestBank('BB');
    const paid = await created(bank);
    bank.host.control.pay({ txid: paid.txid });
    const again = await bank.connector.create(paid.request);
    assert.ok(again.outcome === 'approved' && again.captured);
    const removed = await created(bank);
    await bank.connector.void(removed.ids, undefined);
    assert.equal((await bank.connector.create(removed.request)).outcome, 'duplicate');
  });

  test('is declined for a debtor the bank does not take, and invalid for a key that is not there', async () => {
    const bank = await openTestBank('C6BANK');
    const declined = await bank.connector.create(
      bank.request({ payer: { name: 'Maria', document: '11144477734' } }),
    );
    assert.ok(declined.outcome === 'declined', JSON.stringify(declined));
    assert.deepEqual(
      [declined.decline.code, declined.decline.declineClass, declined.answer.httpStatus],
      ['unprocessable_entity', 'fix_data', 422],
    );
    const { emailKey: _, ...others } = bank.settings;
    const missing = await bank.connector.create(bank.request({ key: 'EMAIL', account: accountWith(others) }));
    assert.ok(missing.outcome === 'invalid_request' && missing.reason.includes('EMAIL'));
    const foreign = accountWith({ ...bank.settings, emailKey: 'nobody@loja.test' });
    const refused = await bank.connector.create(bank.request({ key: 'EMAIL', account: foreign }));
    assert.ok(
      refused.outcome === 'invalid_request' && refused.reason.includes('chave'),
      JSON.stringify(refused),
    );
  });

  test('is invalid where the bank enabled no such product', async () => {
    const bank = await openTestBank('SICREDI');
    bank.host.control.force({ operation: 'create', problem: 'AcessoNegado' });
    const outcome = await bank.connector.create(bank.request());
    assert.ok(outcome.outcome === 'invalid_request' && outcome.reason.includes('AcessoNegado'));
  });

  test('is not sent with an amount or an end that cannot be', async () => {
    const bank = await openTestBank('SICREDI');
    for (const more of [{ amount: 0 }, { amount: 1.5 }, { expiresAt: bank.now() }]) {
      assert.equal((await bank.connector.create(bank.request(more))).outcome, 'invalid_request');
    }
    assert.equal(bank.host.control.requests({}).requests.length, 0);
  });
});

describe('money', () => {
  test('that comes twice, late or with another amount is told, and settles nothing', async () => {
    const bank = await openTestBank('SICREDI');
    const { control } = bank.host;
    const twice = await created(bank);
    control.pay({ txid: twice.txid });
    bank.later(1_000);
    control.pay({ txid: twice.txid, force: true });
    assert.deepEqual(
      (await found(bank, twice.reference)).payments?.map(({ settles }) => settles),
      [true, false],
    );
    const late = await created(bank);
    await bank.connector.void(late.ids, undefined);
    control.pay({ txid: late.txid, force: true });
    const canceled = await found(bank, late.reference);
    assert.deepEqual([canceled.state, canceled.capturedAmount], ['canceled', 0]);
    assert.deepEqual(
      canceled.payments?.map(({ settles, amount }) => [settles, amount]),
      [[false, 1_000]],
    );
    const other = await created(bank);
    control.pay({ txid: other.txid, amount: 900, force: true });
    const surplus = await found(bank, other.reference);
    assert.deepEqual([surplus.state, surplus.payments?.[0]?.settles], ['canceled', false]);
  });

  test("that the payer's bank took back is told apart from refunds of ours", async () => {
    const bank = await openTestBank('SICREDI');
    const { txid, reference, ids } = await created(bank);
    const { endToEndId } = bank.host.control.pay({ txid });
    bank.host.control.takeBack({ endToEndId, amount: 300, nature: 'MED_FRAUDE' });
    bank.host.control.takeBack({ endToEndId, amount: 100, nature: 'MED_OPERACIONAL' });
    await bank.connector.refund(ids, 200, 'OURS');
    const charge = await found(bank, reference);
    assert.deepEqual(
      charge.payments?.[0]?.returns.map(({ nature, amount, state }) => [nature, amount, state]),
      [
        ['med_fraud', 300, 'done'],
        ['med_error', 100, 'done'],
        ['original', 200, 'pending'],
      ],
    );
    assert.deepEqual(charge.refunds, [{ refundId: 'OURS', amount: 200, state: 'pending' }]);
    const tooMuch = await bank.connector.refund(ids, 401, 'MORE');
    assert.ok(tooMuch.outcome === 'declined');
  });

  test('goes back once for each reference, whatever is asked again', async () => {
    const bank = await openTestBank('SICREDI');
    const { txid, ids } = await created(bank);
    const { endToEndId } = bank.host.control.pay({ txid });
    const payment = { endToEndId, account: bank.account };
    assert.equal((await bank.connector.refundPayment(payment, 400, 'R1')).outcome, 'pending');
    assert.equal((await bank.connector.refundPayment(payment, 400, 'R1')).outcome, 'pending');
    bank.later(2_000);
    const again = await bank.connector.refund(ids, 400, 'R1');
    assert.deepEqual([again.outcome, 'amount' in again && again.amount], ['done', 400]);
    const asked = await bank.connector.queryPaymentRefund(payment, 'R1');
    assert.deepEqual([asked.outcome, 'amount' in asked && asked.amount], ['done', 400]);
    assert.equal((await bank.connector.queryPaymentRefund(payment, 'R2')).outcome, 'not_found');
    assert.equal((await bank.connector.queryRefund(ids, 'R2')).outcome, 'not_found');
  });

  test('stays where the bank could not give it back, and the reason is told', async () => {
    const bank = await openTestBank('SICREDI');
    const { txid, ids } = await created(bank, { amount: 1_009 });
    bank.host.control.pay({ txid });
    assert.equal((await bank.connector.refund(ids, 1_009, 'R1')).outcome, 'pending');
    bank.later(2_000);
    const denied = await bank.connector.queryRefund(ids, 'R1');
    assert.ok(denied.outcome === 'denied');
    assert.match(denied.answer.rawMessage ?? '', /Saldo/);
    const again = await bank.connector.refund(ids, 1_009, 'R1');
    assert.equal(again.outcome, 'declined');
    assert.equal((await bank.connector.refund(ids, 1_009, 'R2')).outcome, 'pending');
  });

  test('is not given back after ninety days, of what was not paid, or with a broken reference', async () => {
    const bank = await openTestBank('SICREDI');
    const open = await created(bank);
    assert.equal((await bank.connector.refund(open.ids, 100, 'R')).outcome, 'not_found');
    const paid = await created(bank);
    bank.host.control.pay({ txid: paid.txid });
    assert.equal((await bank.connector.refund(paid.ids, 100, 'R-1')).outcome, 'invalid_request');
    assert.equal((await bank.connector.refund(paid.ids, 0, 'R')).outcome, 'invalid_request');
    bank.later(91 * DAY_MS);
    assert.equal((await bank.connector.refund(paid.ids, 100, 'R')).outcome, 'declined');
    const unknown = { endToEndId: 'E'.padEnd(32, '0'), account: bank.account };
    assert.equal((await bank.connector.refundPayment(unknown, 100, 'R')).outcome, 'not_found');
  });

  test('is listed page by page, whether or not it names a charge', async () => {
    const bank = await openTestBank('INTER');
    for (let number = 0; number < 101; number += 1) {
      const { txid } = await created(bank);
      bank.host.control.pay({ txid });
    }
    const period = { from: bank.now() - 1, to: bank.now() + 1 };
    const first = await bank.connector.received(bank.account, { ...period, page: 0 });
    const second = await bank.connector.received(bank.account, { ...period, page: 1 });
    assert.ok(first.outcome === 'listed' && second.outcome === 'listed');
    assert.deepEqual(
      [first.payments.length, first.nextPage, second.payments.length, second.nextPage],
      [100, 1, 1, undefined],
    );
    const excluded = await bank.connector.received(bank.account, {
      from: bank.now() - 1,
      to: bank.now(),
      page: 0,
    });
    assert.deepEqual(excluded, { outcome: 'listed', payments: [], nextPage: undefined });
    const backwards = { from: 2, to: 1, page: 0 };
    assert.equal((await bank.connector.received(bank.account, backwards)).outcome, 'invalid_request');
  });
});

describe('a removal', () => {
  test('is safe to repeat, whole only, and not of what is paid or unknown', async () => {
    const bank = await openTestBank('EFI');
    const { ids, txid } = await created(bank);
    assert.equal((await bank.connector.void(ids, 999)).outcome, 'invalid_request');
    for (const amount of [1_000, undefined, 1_000]) {
      const done = await bank.connector.void(ids, amount);
      assert.deepEqual([done.outcome, 'amount' in done && done.amount], ['done', 1_000]);
    }
    assert.equal(bank.host.control.book({ txid }).charges[0]?.status, 'REMOVIDA_PELO_USUARIO_RECEBEDOR');
    const paid = await created(bank);
    bank.host.control.pay({ txid: paid.txid });
    for (const amount of [1_000, undefined]) {
      const refused = await bank.connector.void(paid.ids, amount);
      assert.ok(refused.outcome === 'declined' && refused.decline.code === CHARGE_PAID);
    }
    const nobody = bank.ids(bank.request().acquirerReference);
    assert.equal((await bank.connector.void(nobody, undefined)).outcome, 'not_found');
    assert.equal((await bank.connector.void(nobody, 5)).outcome, 'not_found');
  });

  test('after a lost creation leaves nothing behind, and says when it was paid', async () => {
    const bank = await openTestBank('BRADESCO');
    const nobody = bank.ids(bank.request().acquirerReference);
    assert.deepEqual(await bank.connector.undo(nobody), { outcome: 'undone', existed: false });
    const { ids } = await created(bank);
    const undone = await bank.connector.undo(ids);
    assert.ok(undone.outcome === 'undone' && undone.existed);
    const paid = await created(bank);
    bank.host.control.pay({ txid: paid.txid });
    const refused = await bank.connector.undo(paid.ids);
    assert.ok(refused.outcome === 'refused' && refused.decline.code === CHARGE_PAID);
  });

  test('by the bank itself counts as one', async () => {
    const bank = await openTestBank('SICOOB');
    const { ids, txid, reference } = await created(bank);
    bank.host.control.removeByBank({ txid });
    assert.equal((await found(bank, reference)).state, 'canceled');
    assert.equal((await bank.connector.void(ids, undefined)).outcome, 'done');
  });
});

describe('notices', () => {
  test('are refused where the bank takes no such address', async () => {
    const bank = await openTestBank('ITAU');
    const refused = await bank.connector.registerNotices(bank.account, 'http://loja.example/pix/x');
    assert.equal(refused.outcome, 'refused');
    assert.equal((await bank.connector.registerNotices(bank.account, 'x')).outcome, 'refused');
  });

  test('come to Efí by the secret path, unless the account wants the certificate of the bank too', async () => {
    const bank = await openTestBank('EFI');
    const url = 'https://127.0.0.1:1/pix/x';
    assert.equal((await bank.connector.registerNotices(bank.account, url)).outcome, 'registered');
    const locked = accountWith({ ...bank.settings, noticeLock: 'certificate' });
    assert.equal((await bank.connector.registerNotices(locked, url)).outcome, 'refused');
  });

  test('name what they are about, and are believed no further', async () => {
    const bank = await openTestBank('SICREDI');
    const { txid, reference } = await created(bank);
    const body = {
      pix: [{ txid, endToEndId: 'E1', valor: '999.00', devolucoes: { id: 'x' } }, { txid: 'outro' }, 7],
    };
    assert.deepEqual(bank.connector.readNotice(body), [
      { endToEndId: 'E1', txid, reference },
      { endToEndId: undefined, txid: 'outro', reference: undefined },
    ]);
    assert.deepEqual(bank.connector.readNotice('x'), []);
  });
});

test('a token of another account is never used, and a dead one is renewed once', async () => {
  const bank = await openTestBank('SICREDI');
  await created(bank);
  bank.host.control.revokeTokens();
  await created(bank);
  const tokens = bank.host.control.requests({}).requests.filter(({ operation }) => operation === 'token');
  assert.equal(tokens.length, 2);
  const wrong = accountWith({ ...bank.settings, clientSecret: 'another-secret-0000' }, '8');
  const outcome = await bank.connector.create(bank.request({ account: wrong }));
  assert.deepEqual(outcome, { outcome: 'not_sent', reason: 'no token: HTTP 401' });
  assert.deepEqual(await bank.connector.health(wrong), { healthy: false, reason: 'no token: HTTP 401' });
});

test('nothing is captured', async () => {
  const bank = await openTestBank('SICREDI');
  const { ids } = await created(bank);
  assert.equal((await bank.connector.capture(ids, 1_000)).outcome, 'invalid_request');
});
