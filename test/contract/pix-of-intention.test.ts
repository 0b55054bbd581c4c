import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const NEVER_PAID = 28_903;
const NUMBER = '4235647728025682';
const NO_FUNDS = '4000000000090516';
const HOUR = 60 * 60_000;

type Fields = Readonly<Record<string, unknown>>;
interface Recorded extends Fields {
  readonly status: number;
  readonly amount: string;
  readonly originalAmount?: string;
  readonly payment: { readonly card?: Fields; readonly pix?: Fields };
}

interface BookCharge {
  readonly state: string;
  readonly payments: readonly { readonly returns: readonly unknown[] }[];
}

onSqliteByDay('A Pix of an intention', { GUICHE_SIM_TIME_SCALE: '10' }, (service) => {
  const post = (path: string, body: Fields) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify(body),
    });
  const intend = async (top: Fields = {}) => {
    const body = { amount: NEVER_PAID, payment: { card: { type: 0, installments: 3 }, pix: {} }, ...top };
    const answer = await post('/v1/intention', body);
    assert.equal(answer.status, 201, answer.text);
    const { transactionId, url } = answer.json() as { readonly transactionId: string; readonly url: string };
    return { id: transactionId, path: new URL(url).pathname };
  };
  const record = async (id: string) =>
    (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
  const statusOf = async (id: string) => (await record(id)).status;
  const becomes = (id: string, status: number) =>
    until(`${id} has status ${status}`, async () => (await statusOf(id)) === status);
  const page = (path: string) => service.send({ path });
  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const keyIn = (html: string) => /name="chave" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
  const askCode = async (path: string) => {
    const { text } = await page(`${path}?forma=pix`);
    return form(path, { forma: 'pix', chave: keyIn(text) });
  };
  const payByCard = async (path: string, number = NUMBER) => {
    const { text } = await page(`${path}?forma=cartao`);
    const fields = { tipo: 'credito', numero: number, validade: '12/35', cvv: '123', nome: 'ANA SOUZA' };
    return form(path, { ...fields, parcelas: '1', chave: keyIn(text) });
  };
  const pay = (id: string, more: Fields = {}) => post('/__sim/pix/pay', { transactionId: id, ...more });
  const standOf = async (path: string) =>
    ((await page(`${path}/pix`)).json() as { readonly status: string }).status;
  const voided = (id: string) =>
    service.send({
      method: 'PUT',
      path: `${TRANSACTIONS_PATH}/${id}/void`,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: '{}',
    });

  test('is offered beside the card, and turns into the receipt when it is paid', async () => {
    const { id, path } = await intend();
    const first = await page(path);
    assert.match(first.text, /aria-current="page"><strong>.*?Cartão/);
    assert.match(first.text, /href="\?forma=pix"/);
    const offered = await record(id);
    assert.deepEqual(Object.keys(offered.payment), ['card', 'pix']);
    assert.equal(offered.payment.pix?.qrCode, undefined);
    const asked = await askCode(path);
    assert.deepEqual([asked.status, asked.headers.location], [303, path]);
    const shown = await page(path);
    const code = /<textarea[^>]*>([^<]+)</.exec(shown.text)?.[1];
    const waiting = await record(id);
    assert.equal(waiting.status, 1);
    assert.equal(waiting.payment.pix?.qrCode, code);
    assert.match(shown.text, /Copiar código Pix/);
    assert.equal(await standOf(path), 'waiting');
    assert.equal((await pay(id)).status, 200);
    await becomes(id, 6);
    assert.equal(await standOf(path), 'paid');
    assert.match((await page(path)).text, /Pix recebido/);
    const paid = await record(id);
    assert.deepEqual(Object.keys(paid.payment), ['pix']);
    assert.equal(paid.payment.pix?.paymentAmount, String(NEVER_PAID));
    assert.equal(paid.originalAmount, undefined);
  });

  test('shows the same code to who asks again, in one tab or two', async () => {
    const { id, path } = await intend({ firstMethod: 'pix' });
    const { text } = await page(path);
    assert.match(text, /aria-current="page"><strong>.*?Pix/);
    const sent = { forma: 'pix', chave: keyIn(text) };
    await Promise.all([form(path, sent), form(path, sent), form(path, { ...sent, chave: 'another' })]);
    const { qrCode } = (await record(id)).payment.pix ?? {};
    await form(path, { ...sent, chave: 'later' });
    assert.ok(qrCode);
    assert.equal((await record(id)).payment.pix?.qrCode, qrCode);
  });

  test('costs less by its discount, rounded half up, which is shown before the choice', async () => {
    const { id, path } = await intend({ amount: 10_103, pixDiscount: '2.5' });
    // 2.5 % of 101.03 are 2.52575.
    assert.match((await page(path)).text, /R\$\s98,50<\/span> <b class="good">2,5% de desconto/);
    assert.match((await page(`${path}?forma=pix`)).text, /Você economiza R\$\s2,53 no Pix/);
    await askCode(path);
    assert.equal((await record(id)).amount, '10103');
    assert.equal((await pay(id)).status, 200);
    await becomes(id, 6);
    const { amount, originalAmount, payment } = await record(id);
    assert.deepEqual([amount, originalAmount, payment.pix?.paymentAmount], ['9850', '10103', '9850']);
  });

  test('ends when a card pays: its code is removed', async () => {
    const { id, path } = await intend({ pixDiscount: 10 });
    await askCode(path);
    const paid = await payByCard(path);
    assert.equal(paid.status, 303);
    const { status, amount, payment } = await record(id);
    assert.ok(status === 5 || status === 6, `${status}`);
    assert.equal(amount, String(NEVER_PAID));
    assert.deepEqual(Object.keys(payment), ['card']);
    await until('nobody can pay the code', async () => (await pay(id)).status === 409);
  });

  test('gives back what came by Pix for what a card had paid, at the same moment or later', async () => {
    for (const isLate of [false, true]) {
      const { id, path } = await intend();
      await askCode(path);
      const txid = String((await record(id)).payment.pix?.providerReference);
      if (isLate) {
        await payByCard(path);
        assert.equal((await pay(id, { force: true })).status, 200);
      } else await Promise.all([payByCard(path), pay(id)]);
      await until('it is paid', async () => [5, 6].includes(await statusOf(id)));
      if (isLate) {
        const { card, pix } = await until('the record tells of it', async () => {
          const { payment } = await record(id);
          const [surplus] = (payment.pix?.surplus ?? []) as readonly Fields[];
          return surplus?.state === 'refunded' ? payment : undefined;
        });
        const [surplus] = (pix?.surplus ?? []) as readonly Fields[];
        assert.equal(surplus?.amount, String(NEVER_PAID));
        assert.deepEqual([pix?.qrCode, pix?.paymentAmount], [undefined, undefined]);
        assert.ok(card?.codAuthorization);
        const { text } = await page(path);
        assert.match(text, /Pagamento aprovado/);
        assert.match(text, /Chegou um Pix de R\$\s289,03 além do esperado/);
        assert.match(text, /já foi devolvido/);
      }
      if ((await record(id)).payment.card === undefined) continue;
      await until('the Pix goes back, if it came at all', async () => {
        const book = await service.send({ path: `/__sim/pix/book?txid=${txid}`, headers: API_PAIR });
        const [charge] = (book.json() as { readonly charges: readonly BookCharge[] }).charges;
        return charge?.payments.every(({ returns }) => returns.length === 1) && charge.state !== 'active';
      });
    }
  });

  test('can still be paid after a card was refused, and pays what is due by Pix', async () => {
    const { id, path } = await intend({ pixDiscount: 5 });
    await askCode(path);
    assert.equal((await payByCard(path, NO_FUNDS)).headers.location, path);
    const { status, payment: tried } = await record(id);
    assert.deepEqual([status, tried.card?.providerCode], [1, '51']);
    // What was tried last is told, though a code is out.
    assert.match((await page(path)).text, /role="alert"[\s\S]*name="numero"/);
    assert.match((await page(`${path}?forma=pix`)).text, /Copiar código Pix/);
    await pay(id);
    await becomes(id, 6);
    const { payment, amount } = await record(id);
    assert.deepEqual([Object.keys(payment), amount], [['pix'], '27458']);
  });

  test('offered first gives way to what is told of a card that was refused', async () => {
    const { path } = await intend({ firstMethod: 'pix' });
    await payByCard(path, '4000000000090516');
    assert.match((await page(path)).text, /role="alert"[\s\S]*name="numero"/);
  });

  test('is removed before its intention is canceled', async () => {
    const { id, path } = await intend();
    await askCode(path);
    assert.equal((await voided(id)).status, 200);
    await becomes(id, 12);
    assert.equal((await pay(id)).status, 409);
    assert.match((await page(path)).text, /foi cancelado/);
  });

  test('is replaced by a new code when its time is over, and by nothing when that of the intention is', async () => {
    const { id, path } = await intend();
    await askCode(path);
    const { qrCode } = (await record(id)).payment.pix ?? {};
    service.clock.advance(HOUR + 1_000);
    await until('the code has ended', async () => (await standOf(path)) === 'none');
    assert.match((await page(path)).text, /Gerar novo código/);
    await askCode(path);
    const renewed = (await record(id)).payment.pix?.qrCode;
    assert.ok(renewed && renewed !== qrCode);
    service.clock.advance(8 * 24 * HOUR);
    await becomes(id, 4);
    assert.equal((await pay(id)).status, 409);
    assert.match((await page(path)).text, /expirou[\s\S]*Nada foi cobrado/);
    assert.equal((await pay(id, { force: true })).status, 200);
    await until('the page tells of the money that came too late', async () => {
      const { text } = await page(path);
      return /Chegou um Pix de/.test(text) && !/Nada foi/.test(text);
    });
  });

  test('of a link for many is a transaction of its own for each code', async () => {
    const made = await post('/v1/payment-links', {
      name: 'Bolo',
      amount: NEVER_PAID,
      maxUses: 2,
      payment: { pix: {} },
    });
    assert.equal(made.status, 201, made.text);
    const path = new URL((made.json() as { readonly url: string }).url).pathname;
    const places = [];
    for (let visit = 0; visit < 2; visit += 1) places.push((await askCode(path)).headers.location);
    assert.equal(new Set(places).size, 2);
    const { text } = await page(path);
    assert.match(text, /já foi pago o número máximo|já foi usado/);
  });

  test('is not offered once its own time is over: the card is, or the page says so', async () => {
    const expirationDateTime = new Date(service.clock.now() + HOUR).toISOString();
    const beside = await intend({
      payment: { card: { type: 1 }, pix: { expirationDateTime } },
      firstMethod: 'pix',
    });
    const alone = await intend({ payment: { pix: { expirationDateTime } } });
    assert.match((await page(beside.path)).text, /forma=cartao/);
    service.clock.advance(HOUR - 30_000);
    const { text } = await page(`${beside.path}?forma=pix`);
    assert.match(text, /name="numero"/);
    assert.doesNotMatch(text, /forma=pix/);
    const over = await page(alone.path);
    assert.equal(over.status, 410);
    assert.match(over.text, /O prazo para pagar por Pix acabou/);
    assert.equal(await statusOf(alone.id), 1);
  });

  test('refuses what cannot be offered', async () => {
    const field = async (body: Fields, path = '/v1/intention') => {
      const answer = await post(path, { amount: 100, name: 'x', ...body });
      const { error } = answer.json() as { readonly error?: Fields };
      return [answer.status, error?.code];
    };
    const pix = { payment: { pix: {} } };
    for (const pixDiscount of [-1, 91, '5.123', 'x', {}, true]) {
      assert.deepEqual(await field({ ...pix, pixDiscount }), [400, 'pix_discount_invalid']);
      assert.deepEqual(await field({ ...pix, pixDiscount }, '/v1/payment-links'), [
        400,
        'pix_discount_invalid',
      ]);
    }
    assert.deepEqual(await field({ ...pix, firstMethod: 'slip' }), [400, 'first_method_invalid']);
    assert.deepEqual(await field({ payment: { pix: { key: 'X' } } }), [400, 'pix_key_invalid']);
    for (const expirationDateTime of ['2020-01-01T00:00:00', '2090-01-01T00:00:00']) {
      const over = { payment: { pix: { expirationDateTime } } };
      for (const path of ['/v1/intention', '/v1/payment-links'])
        assert.deepEqual(await field(over, path), [400, 'pix_expiration_invalid']);
    }
    assert.deepEqual(await field({ payment: { electronicTransfer: {} } }), [400, 'payment_kind_unavailable']);
    assert.equal((await field({ payment: { card: {}, pix: { key: 'X' } } }))[0], 201);
  });
});
