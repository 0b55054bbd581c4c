import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newTxid, openBank, type Shop } from '../test-room.ts';
import { OPERATIONS } from './operations.ts';

/** Whether the call is processed, and what the caller sees: a status, or a broken connection. */
const FAULTS: readonly (readonly [string, boolean, number | 'broken' | 'silent'])[] = [
  ['refused', false, 'broken'],
  ['reset_before', false, 'broken'],
  ['reset_after', true, 'broken'],
  ['timeout_before', false, 'silent'],
  ['timeout_after', true, 'silent'],
  ['unauthorized', false, 401],
  ['too_many_requests', false, 429],
  ['error_before', false, 500],
  ['error_after', true, 500],
  ['html_before', false, 502],
  ['html_after', true, 502],
  ['truncated', true, 200],
  ['cut', true, 'broken'],
  ['wrong_ids', true, 201],
  ['late_answer', true, 'silent'],
];

async function raw(bank: Shop, path: string, body: object, giveUp: AbortSignal): Promise<number | 'broken'> {
  const token = await fetch(bank.host.tokenUrl, {
    method: 'POST',
    body: 'grant_type=client_credentials&client_id=loja-de-teste&client_secret=segredo-da-loja-de-teste-0001',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  const { access_token } = (await token.json()) as { access_token: string };
  try {
    const answer = await fetch(bank.host.apiUrl + path, {
      method: 'PUT',
      body: JSON.stringify(body),
      headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
      signal: giveUp,
    });
    await answer.text();
    return answer.status;
  } catch {
    return 'broken';
  }
}

describe('each fault of a creation', () => {
  for (const [fault, processed, sees] of FAULTS) {
    test(`${fault}: ${processed ? 'done' : 'nothing happens'}`, async () => {
      const giveUp = new AbortController();
      const bank = await openBank({ onHold: () => giveUp.abort() });
      await bank.control('/force', { operation: 'create', fault });
      const txid = newTxid();
      const body = { calendario: {}, valor: { original: '1.00' }, chave: 'pix@loja.test' };
      const seen = await raw(bank, `/cob/${txid}`, body, giveUp.signal);
      assert.equal(seen, sees === 'silent' ? 'broken' : sees);
      assert.equal(giveUp.signal.aborted, sees === 'silent');
      assert.equal((await bank.call('GET', `/cob/${txid}`)).status, processed ? 200 : 404);
    });
  }

  test('wrong_ids: the answer tells of another charge', async () => {
    const bank = await openBank();
    await bank.control('/force', { operation: 'create', fault: 'wrong_ids' });
    const { body, txid } = await bank.charge();
    assert.notEqual(body.txid, txid);
    assert.equal(body.txid.length, txid.length);
  });

  test('late_processing: it is not there before its time', async () => {
    const held = Promise.withResolvers<void>();
    const bank = await openBank({ onHold: held.resolve });
    await bank.control('/force', { operation: 'create', fault: 'late_processing' });
    const txid = newTxid();
    const late = bank.charge({}, txid);
    await held.promise;
    assert.equal((await bank.call('GET', `/cob/${txid}`)).status, 404);
    await bank.later(90_000);
    assert.equal((await late).status, 201);
  });
});

test('every operation may be refused, processed or not', async () => {
  const bank = await openBank();
  for (const processed of [false, true]) {
    await bank.control('/force', { operation: 'create', problem: 'AcessoNegado', processed });
    const { status, body, txid } = await bank.charge();
    assert.deepEqual([status, body.type.split('/').at(-1)], [403, 'AcessoNegado']);
    assert.equal((await bank.call('GET', `/cob/${txid}`)).status, processed ? 200 : 404);
  }
});

test('fault rates hit their share of the calls, and are cleared by a reset', async () => {
  let draw = 0;
  const bank = await openBank({ random: () => draw });
  const rates = { create: { error_before: 0.3, html_after: 0.2 } };
  assert.deepEqual((await bank.control('/faults', rates)).body.faults, rates);
  draw = 0.31;
  await assert.rejects(bank.charge(), SyntaxError);
  draw = 0.5;
  assert.equal((await bank.charge()).status, 201);
  await bank.control('/reset', {});
  draw = 0;
  assert.equal((await bank.charge()).status, 201);
});

test('requests are noted without what is secret', async () => {
  const bank = await openBank();
  const { txid } = await bank.charge();
  const text = JSON.stringify((await bank.control('/requests')).body.requests);
  assert.ok(text.includes(txid) && text.includes('"operation":"create"'));
  assert.ok(!text.includes('segredo') && !text.includes('Bearer'));
});

test('an outage refuses connections for its time', async () => {
  const bank = await openBank();
  await bank.host.stopListening();
  await assert.rejects(bank.charge());
  await bank.host.listenAgain();
  assert.equal((await bank.charge()).status, 201);
});

describe('an invalid control body is refused:', () => {
  for (const [path, body] of [
    ['/faults', { nonsense: {} }],
    ['/faults', { create: { nonsense: 0.1 } }],
    ['/faults', { create: { cut: 2 } }],
    ['/force', { operation: 'sell', fault: 'cut' }],
    ['/force', { operation: 'create', fault: 'nonsense' }],
    ['/force', { operation: 'create', problem: 'nonsense' }],
    ['/force', { operation: 'create', fault: 'cut', times: 0 }],
    ['/clock', { advanceMs: -1 }],
    ['/outage', {}],
    ['/notices', { lose: -1 }],
  ] as const) {
    test(`${path} ${JSON.stringify(body)}`, async () => {
      const bank = await openBank();
      const answer = await bank.control(path, body);
      assert.deepEqual([answer.status, answer.body.error.code], [400, 'sim_invalid']);
    });
  }

  test('a payment with a broken amount, time or payer', async () => {
    const bank = await openBank();
    const { txid } = await bank.charge();
    for (const wrong of [
      { amount: 1.5 },
      { amount: '10' },
      { at: 'soon' },
      { payer: 'Ana' },
      { force: 'yes' },
    ]) {
      assert.equal((await bank.control('/pay', { txid, ...wrong })).status, 400, JSON.stringify(wrong));
    }
  });
});

test('every operation accepts fault rates', async () => {
  const bank = await openBank();
  for (const operation of OPERATIONS) {
    assert.equal((await bank.control('/faults', { [operation]: { cut: 0 } })).status, 200);
  }
});
