import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { until } from '../../../test/support/waiting.ts';
import { DEMO_CLIENT, OTHER_CLIENT } from '../access/clients.ts';
import { openBank, openReceiver, type Receiver, type Shop } from '../test-room.ts';

const KEY = DEMO_CLIENT.keys.RANDOM_KEY;
const SECOND_MS = 1_000;

async function bankAndReceiver(options: Parameters<typeof openBank>[0] = {}) {
  const [bank, receiver] = [await openBank(options), await openReceiver()];
  assert.equal((await register(bank, receiver.url)).status, 200);
  return { bank, receiver };
}

function register(bank: Shop, webhookUrl: unknown, key = KEY) {
  return bank.call('PUT', `/webhook/${encodeURIComponent(key)}`, { webhookUrl } as object);
}

const arrived = (receiver: Receiver, count: number) =>
  until(`${count} notices arrived`, () => receiver.received.length >= count);
const sent = (bank: Shop, count: number) =>
  until(`${count} notices sent`, async () => (await bank.control('/notices')).body.notices.length >= count);

test('a payment is told to the registered address with /pix at its end', async () => {
  const { bank, receiver } = await bankAndReceiver();
  const { txid, endToEndId } = await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  const [notice] = receiver.received;
  assert.equal(notice?.path, '/avisos/pix');
  assert.deepEqual(
    notice?.body.pix.map((one: { txid: string; endToEndId: string }) => [one.txid, one.endToEndId]),
    [[txid, endToEndId]],
  );
});

test('payments within one second come together, and a later one by itself', async () => {
  const { bank, receiver } = await bankAndReceiver();
  await bank.paid();
  await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 2);
  assert.deepEqual(
    receiver.received.map(({ body }) => body.pix.length),
    [2, 1],
  );
});

test('a notice is sent again after 1, 5 and 30 minutes until somebody takes it, and then no more', async () => {
  const { bank, receiver } = await bankAndReceiver();
  receiver.status = 500;
  await bank.paid();
  for (const [index, waitMs] of [SECOND_MS, 60_000, 300_000, 1_800_000].entries()) {
    await bank.later(waitMs);
    await sent(bank, index + 1);
  }
  await bank.later(86_400_000);
  const { notices } = (await bank.control('/notices')).body;
  assert.deepEqual(
    notices.map(({ attempt }: { attempt: number }) => attempt),
    [4, 3, 2, 1],
  );
  receiver.status = 200;
  await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 5);
});

test('a refund is told when it is done, with the Pix it belongs to', async () => {
  const { bank, receiver } = await bankAndReceiver();
  const { endToEndId } = await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  await bank.call('PUT', `/pix/${endToEndId}/devolucao/A`, { valor: '1.00' });
  await bank.later(2_000);
  await bank.later(SECOND_MS);
  await arrived(receiver, 2);
  const [pix] = receiver.received[1]?.body.pix ?? [];
  assert.deepEqual([pix.endToEndId, pix.devolucoes[0].status], [endToEndId, 'DEVOLVIDO']);
});

test('07 is told to nobody, and so is what a tester loses', async () => {
  const { bank, receiver } = await bankAndReceiver();
  await bank.charge({ valor: { original: '10.07' } });
  await bank.later(2_000);
  await bank.control('/notices', { lose: 1 });
  await bank.paid();
  await bank.later(60_000);
  await bank.paid();
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  assert.equal(receiver.received[0]?.body.pix.length, 1);
  assert.equal((await bank.control('/notices')).body.notices.length, 1);
});

test('08 is told three times, at last with what is no longer true', async () => {
  const { bank, receiver } = await bankAndReceiver();
  const { txid } = await bank.charge({ valor: { original: '10.08' } });
  await bank.later(2_000);
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  const { endToEndId } = (await bank.call('GET', `/cob/${txid}`)).body.pix[0];
  await bank.control('/med', { endToEndId });
  await bank.later(SECOND_MS);
  await arrived(receiver, 3);
  await bank.later(SECOND_MS);
  await arrived(receiver, 4);
  const returns = receiver.received.map(({ body }) => body.pix[0].devolucoes?.length ?? 0);
  assert.equal(returns.filter((count) => count === 0).length, 3);
  assert.equal(returns.at(-1), 0, 'the old state comes after the return');
});

test('a forged notice tells of a payment that is not there', async () => {
  const { bank, receiver } = await bankAndReceiver();
  const { txid } = await bank.charge();
  const { body } = await bank.control('/forge', { txid, amount: 1_000 });
  assert.equal(body.sent.status, 200);
  await arrived(receiver, 1);
  const [pix] = receiver.received[0]?.body.pix ?? [];
  assert.equal(pix.txid, txid);
  assert.equal((await bank.call('GET', `/pix/${pix.endToEndId}`)).status, 404);
  assert.equal((await bank.call('GET', `/cob/${txid}`)).body.status, 'ATIVA');
});

test('another customer may register the address of a shop, and so have his payments told there', async () => {
  const { bank, receiver } = await bankAndReceiver();
  const key = OTHER_CLIENT.keys.EMAIL;
  const options = { client: OTHER_CLIENT };
  const path = `/webhook/${encodeURIComponent(key)}`;
  assert.equal((await bank.call('PUT', path, { webhookUrl: receiver.url }, options)).status, 200);
  const txid = 'o'.repeat(32);
  const theirs = { calendario: {}, valor: { original: '1.00' }, chave: key };
  await bank.call('PUT', `/cob/${txid}`, theirs, options);
  await bank.control('/pay', { txid });
  await bank.later(SECOND_MS);
  await arrived(receiver, 1);
  assert.equal(receiver.received[0]?.body.pix[0].txid, txid);
});

describe('an address', () => {
  test('is registered for a key of the receiver, read, listed and removed', async () => {
    const { bank, receiver } = await bankAndReceiver();
    const path = `/webhook/${KEY}`;
    assert.equal((await bank.call('GET', path)).body.webhookUrl, receiver.url);
    assert.equal((await bank.call('GET', '/webhook')).body.webhooks.length, 1);
    const other = `${receiver.url}/novo`;
    assert.equal((await register(bank, other)).status, 200);
    assert.equal((await bank.call('GET', path)).body.webhookUrl, other, 'the last one wins');
    assert.equal((await bank.call('DELETE', path)).status, 204);
    for (const method of ['GET', 'DELETE']) assert.equal((await bank.call(method, path)).status, 404);
    const listed = await bank.call('GET', '/webhook?inicio=2026-02-01T00:00:00Z&fim=2026-01-01T00:00:00Z');
    assert.equal(listed.status, 400);
  });

  for (const [what, url, key] of [
    ['no URL', undefined, KEY],
    ['plain HTTP elsewhere', 'http://loja.example/avisos', KEY],
    ['no address', 'avisos', KEY],
    ['a long one', `https://loja.example/${'x'.repeat(140)}`, KEY],
    ["another receiver's key", 'https://loja.example/avisos', OTHER_CLIENT.keys.EMAIL],
  ] as const) {
    test(`is refused: ${what}`, async () => {
      const bank = await openBank();
      const { status, body } = await register(bank, url, key);
      assert.equal(status, 400);
      assert.match(body.type, /WebhookOperacaoInvalida$/);
    });
  }

  test('is tested by Efí, which refuses one that anybody may call, unless the shop waives it', async () => {
    const [bank, receiver] = [
      await openBank({ quirks: { testsNotices: true, errors: 'efi' } }),
      await openReceiver(),
    ];
    const refused = await register(bank, receiver.url);
    assert.deepEqual([refused.status, refused.body.nome], [400, 'webhook_operacao_invalida']);
    const headers = { 'x-skip-mtls-checking': 'true' };
    const waived = await bank.call('PUT', `/webhook/${KEY}`, { webhookUrl: receiver.url }, { headers });
    assert.equal(waived.status, 200);
  });
});
