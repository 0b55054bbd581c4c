import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { API_PAIR, CARD } from '../../../test/support/gateway-client.ts';
import { testService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/waiting.ts';
import { type ApiDescription, typesAsWritten, typesSource } from '../generate-types.ts';
import {
  ConflictError,
  CredentialsError,
  createClient,
  type GuicheOptions,
  RateLimitError,
  RequestError,
  UnavailableError,
} from '../src/index.ts';

const SALE = { amount: 1000, payment: { card: { cardInfo: CARD } } };

describe('The SDK', () => {
  const service = testService('sqlite');
  before(() => service.start());
  after(async () => {
    await service.stop();
    await service.remove();
  });

  const client = (options: Partial<GuicheOptions> = {}) =>
    createClient({ baseUrl: `${service.address()}/`, ...API_PAIR, ...options });

  /**
   * Returns the given faults in order, then the service's answers; `lost`: the service handles the request, and its
   * answer is lost.
   */
  const failing = (...faults: readonly (Response | 'refused' | 'lost')[]) => {
    const left = [...faults];
    const keys: (string | null)[] = [];
    const fetchOrFail: typeof fetch = async (address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      const fault = left.shift();
      if (fault instanceof Response) return fault;
      if (fault === 'refused') throw new TypeError('fetch failed');
      const answer = await fetch(address, init);
      if (fault === 'lost') throw new TypeError('terminated');
      return answer;
    };
    return { fetch: fetchOrFail, keys };
  };

  test('makes a Pix, waits until it is paid, finds it and gives a part of it back', async () => {
    const guiche = client();
    const made = await guiche.sell({ amount: 1001, payment: { pix: {} } });
    assert.match(String(made.payment.pix?.qrCode), /^0002/);
    const paid = await guiche.waitForPayment(made.transactionId, { intervalMs: 100 });
    assert.equal(paid.status, 6);
    const [found] = await guiche.findPix({ endToEndId: paid.payment.pix?.endToEndId });
    assert.equal(found?.transactionId, made.transactionId);
    const part = await guiche.void(made.transactionId, { amount: 300 });
    assert.deepEqual([part.status, part.payment.pix?.refundingAmount], [6, '300']);
    const unpaid = await guiche.sell({ amount: 1003, payment: { pix: {} } });
    const waited = await guiche.waitForPayment(unpaid.transactionId, { timeoutMs: 0 });
    assert.equal(waited.status, 1);
  });

  test('sells, finds, captures in part and refunds', async () => {
    const guiche = client();
    const sold = await guiche.sell({ ...SALE, referenceId: 'sdk-1' });
    assert.equal(sold.status, 5);
    assert.equal(sold.payment.card?.cardInfo?.number, '423564******5682');
    assert.deepEqual(await guiche.find(sold.transactionId), sold);
    const captured = await guiche.capture(sold.transactionId, { amount: 700 });
    assert.equal(captured.status, 6);
    assert.equal(captured.payment.card?.capturedAmount, '700');
    assert.equal((await guiche.void(sold.transactionId)).status, 9);
    const [listed, ...others] = await guiche.findByReference('sdk-1');
    assert.equal(listed?.transactionId, sold.transactionId);
    assert.equal(others.length, 0);
    const day = sold.dtTransaction.slice(0, 10);
    const { transactions, cursor } = await guiche.list({ from: day, to: day, status: [9] });
    assert.deepEqual(
      transactions.map((one) => [one.transactionId, one.capturedAmount, one.refundedAmount]),
      [[sold.transactionId, '700', '700']],
    );
    assert.equal(cursor, undefined);
    assert.equal(await guiche.find('0199aabb-ccdd-7eee-8fff-001122334455'), undefined);
  });

  test('lists what is to come of a sale, installment by installment', async () => {
    const guiche = client();
    const { transactionId } = await guiche.sell({
      ...SALE,
      amount: 3_001,
      payment: { card: { ...SALE.payment.card, capture: true, installments: 3 } },
    });
    const lines = await until('its lines', async () => {
      const { items } = await guiche.listReceivables({ status: ['expected', 'late'] });
      const own = items.filter((one) => one.transactionId === transactionId);
      return own.length === 3 && own;
    });
    assert.deepEqual(
      lines.map(({ installment, gross }) => [installment, gross]),
      [
        [1, '1001'],
        [2, '1000'],
        [3, '1000'],
      ],
    );
    assert.deepEqual((await guiche.listReceivables({ to: '2001-01-01' })).items, []);
  });

  test('lists what was paid, and opens a payment into its installments', async () => {
    const guiche = client();
    const { transactionId } = await guiche.sell({
      ...SALE,
      amount: 4_003,
      payment: { card: { ...SALE.payment.card, capture: true } },
    });
    const own = async (status: 'expected' | 'paid') => {
      const { items } = await guiche.listReceivables({ status: [status] });
      return items.find((one) => one.transactionId === transactionId);
    };
    const { dueDate } = await until('its line', () => own('expected'));
    const run = await service.send({
      method: 'POST',
      path: '/__sim/payouts/run',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ date: dueDate }),
    });
    assert.equal(run.status, 200, run.text);
    const line = await own('paid');
    const { items } = await guiche.listPayouts({ from: dueDate, to: dueDate });
    const listed = items.find(({ payoutId }) => payoutId === line?.payoutId);
    assert.equal(listed?.payDate, dueDate);
    const payout = await guiche.getPayout(String(line?.payoutId));
    assert.deepEqual(await guiche.getPayout(String(line?.payoutId), { account: payout?.account }), payout);
    assert.equal(payout?.net, listed?.net);
    const part = payout?.parts.find((one) => one.transactionId === transactionId);
    assert.deepEqual([part?.gross, part?.net, part?.class], ['4003', line?.net, 'matched']);
    assert.deepEqual((await guiche.listPayouts({ to: '2001-01-01' })).items, []);
    assert.equal(await guiche.getPayout('none'), undefined);
  });

  test('records a dispute once, and finds it again', async () => {
    const guiche = client();
    const { transactionId } = await guiche.sell({
      ...SALE,
      payment: { card: { ...SALE.payment.card, capture: true } },
    });
    const letter = { transactionId, amount: '100', process: '7700123' };
    const { disputeId, state } = await guiche.recordDispute(letter);
    assert.equal(state, 'open');
    assert.equal((await guiche.recordDispute(letter)).disputeId, disputeId);
    const { items } = await guiche.listDisputes({ state: ['open'], transactionId });
    assert.deepEqual(
      items.map((one) => one.disputeId),
      [disputeId],
    );
    assert.equal((await guiche.findDispute(disputeId))?.process, '7700123');
    assert.equal(await guiche.findDispute('0'), undefined);
    const dossier = await guiche.getEvidence(disputeId);
    assert.match(Buffer.from(dossier ?? []).toString('latin1'), /^%PDF-.*%%EOF\s*$/s);
    assert.equal(await guiche.getEvidence('0'), undefined);
  });

  test('sells once, however often the network fails', async () => {
    const html = () => new Response('<html>Bad Gateway</html>', { status: 502 });
    const { fetch: unreliable, keys } = failing('refused', 'lost', html());
    const sold = await client({ fetch: unreliable }).sell({ ...SALE, referenceId: 'sdk-2' });
    assert.equal(sold.status, 5);
    assert.equal(keys.length, 4);
    assert.equal(new Set(keys).size, 1);
    assert.equal((await client().findByReference('sdk-2')).length, 1);
  });

  test('moves money once with a key of the shop, even in two calls', async () => {
    const guiche = client();
    const { transactionId } = await guiche.sell({
      ...SALE,
      payment: { card: { ...SALE.payment.card, capture: true } },
    });
    const options = { amount: 300, idempotencyKey: 'devolucao-1' };
    const [one, other] = [
      await guiche.void(transactionId, options),
      await guiche.void(transactionId, options),
    ];
    assert.deepEqual(one, other);
    assert.equal(one.payment.card?.refundedAmount, '300');
  });

  test('creates a payment link once, and cancels it', async () => {
    const { fetch: unreliable } = failing('lost');
    const link = { amount: 2500, referenceId: 'sdk-link', payment: { card: { type: 0, installments: 3 } } };
    const made = await client({ fetch: unreliable }).createLink(link);
    assert.equal(made.status, 1);
    assert.match(made.url, /^http/);
    assert.equal((await client().findByReference('sdk-link')).length, 1);
    assert.equal((await client().void(made.transactionId)).status, 12);
  });

  test('throws an error of a class for each kind of refusal, with code, field and request id', async () => {
    const guiche = client({ maxRetries: 0 });
    const wrongCard = { ...SALE, payment: { card: { cardInfo: { ...CARD, number: '1234' } } } };
    await assert.rejects(guiche.sell(wrongCard), (error) => {
      assert.ok(error instanceof RequestError);
      assert.equal(error.status, 400);
      assert.equal(error.field, 'payment.card.cardInfo.number');
      assert.ok(error.requestId);
      return true;
    });
    await assert.rejects(client({ authenticationKey: 'errada' }).sell(SALE), CredentialsError);
    const { transactionId } = await guiche.sell(SALE);
    await guiche.void(transactionId);
    await assert.rejects(guiche.capture(transactionId), ConflictError);
    const busy = failing(new Response('{"error":{"code":"too_many","message":"x"}}', { status: 429 }));
    await assert.rejects(client({ maxRetries: 0, fetch: busy.fetch }).sell(SALE), RateLimitError);
  });

  test('gives up after its retries, and says that the outcome can be found out later', async () => {
    const { fetch: dead, keys } = failing('refused', 'refused', 'refused');
    await assert.rejects(client({ fetch: dead, maxRetries: 2 }).sell(SALE), (error) => {
      assert.ok(error instanceof UnavailableError);
      assert.equal(error.code, 'network');
      return true;
    });
    assert.equal(keys.length, 3);
  });

  test('stores a card, pays with its token, and deletes it', async () => {
    const guiche = client();
    const kept = await guiche.keepCard({ referenceId: 'sdk-cartao', cardInfo: CARD });
    const token = kept.cardInfo?.token ?? '';
    assert.deepEqual(await guiche.findCard(token), kept);
    assert.deepEqual(await guiche.findCardsByReference('sdk-cartao', { limit: 1 }), [kept]);
    const paid = await guiche.sell({
      amount: 1000,
      payment: { card: { capture: true, recurrent: true, cardInfo: { token } } },
    });
    assert.equal(paid.status, 6);
    await guiche.deleteCard(token);
    await guiche.deleteCard(token);
    assert.equal(await guiche.findCard(token), undefined);
    const { url, cardInfo } = await guiche.createCardForm({ referenceId: 'sdk-formulario' });
    assert.match(url ?? '', /\/v1\/save-card\/[\w-]{43}$/);
    assert.equal(cardInfo, undefined);
  });

  test('has the types of the API description', async () => {
    const answer = await fetch(`${service.address()}/openapi.json`);
    const isUpToDate = typesAsWritten() === typesSource((await answer.json()) as ApiDescription);
    assert.ok(
      isUpToDate,
      'run `node packages/sdk/generate-types.ts http://localhost:8080` beside a running service',
    );
  });
});
