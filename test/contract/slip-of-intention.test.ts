import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const NEVER_PAID = 28_903;
const NUMBER = '4235647728025682';
const DAY_MS = 24 * 60 * 60_000;

type Fields = Readonly<Record<string, unknown>>;
interface Recorded extends Fields {
  readonly status: number;
  readonly customer?: Fields;
  readonly payment: { readonly card?: Fields; readonly pix?: Fields; readonly bankSlip?: Fields };
}

const PAYER = {
  pagador: 'Maria da Silva',
  documento: '111.444.777-35',
  email: 'maria@example.com',
  cep: '01310-100',
  rua: 'Avenida Paulista',
  lugar: '1000',
  complemento: '',
  bairro: 'Bela Vista',
  cidade: '',
  uf: '',
};

onSqliteByDay('A slip of an intention', { GUICHE_SIM_TIME_SCALE: '10' }, (service) => {
  const post = (path: string, body: Fields) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify(body),
    });
  const intend = async (top: Fields = {}) => {
    const payment = { card: { type: 0, installments: 3 }, pix: {}, bankSlip: {} };
    const answer = await post('/v1/intention', { amount: NEVER_PAID, payment, ...top });
    assert.equal(answer.status, 201, answer.text);
    const { transactionId, url } = answer.json() as { readonly transactionId: string; readonly url: string };
    return { id: transactionId, path: new URL(url).pathname };
  };
  const record = async (id: string) =>
    (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as Recorded;
  const becomes = (id: string, status: number) =>
    until(`${id} has status ${status}`, async () => (await record(id)).status === status);
  const page = (path: string) => service.send({ path });
  const form = (path: string, fields: Readonly<Record<string, string>>) =>
    service.send({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields).toString(),
    });
  const keyIn = (html: string) => /name="chave" value="([^"]+)"/.exec(html)?.[1] ?? assert.fail(html);
  const askSlip = async (path: string, typed: Partial<typeof PAYER> = {}) => {
    const { text } = await page(`${path}?forma=boleto`);
    return form(path, { ...PAYER, ...typed, forma: 'boleto', chave: keyIn(text) });
  };
  const askCode = async (path: string) => {
    const { text } = await page(`${path}?forma=pix`);
    return form(path, { forma: 'pix', chave: keyIn(text) });
  };
  const payByCard = async (path: string) => {
    const { text } = await page(`${path}?forma=cartao`);
    const fields = { tipo: 'credito', numero: NUMBER, validade: '12/35', cvv: '123', nome: 'ANA SOUZA' };
    return form(path, { ...fields, parcelas: '1', chave: keyIn(text) });
  };
  const paySlip = (body: Fields) => post('/__sim/slip/pay', body);
  const lineOf = async (id: string) => String((await record(id)).payment.bankSlip?.digitableLine);
  const inDays = (days: number) =>
    new Date(service.clock.now() + days * DAY_MS - 3 * 60 * 60_000).toISOString().slice(0, 10);
  const voided = (id: string) =>
    service.send({
      method: 'PUT',
      path: `${TRANSACTIONS_PATH}/${id}/void`,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: '{}',
    });

  test('is offered beside card and Pix, leads to the page of the slip, and is paid there', async () => {
    const { id, path } = await intend();
    const first = await page(path);
    assert.match(first.text, /href="\?forma=boleto"/);
    assert.deepEqual(Object.keys((await record(id)).payment), ['card', 'pix', 'bankSlip']);
    const asked = await askSlip(path);
    assert.equal(asked.status, 303, asked.text);
    const slipPath = String(asked.headers.location);
    assert.match(slipPath, /^\/v1\/url-payment\//);
    const shown = await page(slipPath);
    assert.match(shown.text, /Copiar linha digitável/);
    assert.match(shown.text, /Pagar de outra forma/);
    const waiting = await record(id);
    assert.deepEqual([waiting.status, waiting.payment.bankSlip?.expirationDate], [1, inDays(3)]);
    assert.match((await page(path)).text, /O seu boleto está pronto/);
    assert.match((await page(`${path}?forma=cartao`)).text, /Se você pagar aqui, ele deixa de valer/);
    assert.equal((await paySlip({ line: await lineOf(id) })).status, 200);
    await becomes(id, 6);
    const paid = await record(id);
    assert.deepEqual(Object.keys(paid.payment), ['bankSlip']);
    assert.deepEqual(
      [paid.payment.bankSlip?.paymentAmount, paid.payment.bankSlip?.expirationDate],
      [String(NEVER_PAID), inDays(3)],
    );
    assert.equal(paid.customer?.name, PAYER.pagador);
    const receipt = await page(path);
    assert.deepEqual([receipt.status, receipt.headers.location], [303, slipPath]);
    assert.match((await page(slipPath)).text, /Boleto pago/);
  });

  test('keeps what was typed where something is missing, and fills state and city by the CEP', async () => {
    const { id, path } = await intend();
    const refused = await askSlip(path, { documento: '1', rua: '' });
    assert.equal(refused.status, 422);
    assert.match(refused.text, /Confira o CPF ou CNPJ\./);
    assert.match(refused.text, /Digite a rua ou avenida\./);
    assert.match(refused.text, /value="Maria da Silva"/);
    assert.match(refused.text, /value="São Paulo"/);
    assert.match(refused.text, /<option selected>SP<\/option>/);
    assert.equal((await record(id)).payment.bankSlip?.digitableLine, undefined);
  });

  test('is one, however often it is asked for', async () => {
    const { id, path } = await intend();
    const { text } = await page(`${path}?forma=boleto`);
    const sent = { ...PAYER, forma: 'boleto', chave: keyIn(text) };
    await Promise.all([form(path, sent), form(path, sent), form(path, { ...sent, chave: 'another' })]);
    await until('the slip is out', async () => (await record(id)).payment.bankSlip?.digitableLine);
    const line = await lineOf(id);
    await form(path, { ...sent, chave: 'later' });
    assert.equal(await lineOf(id), line);
  });

  test('is withdrawn when a card pays', async () => {
    const { id, path } = await intend();
    const slip = String((await askSlip(path)).headers.location);
    const line = await lineOf(id);
    assert.equal((await payByCard(path)).status, 303);
    assert.doesNotMatch((await page(slip)).text, /Boleto pago|Copiar linha digitável/);
    assert.deepEqual(Object.keys((await record(id)).payment), ['card']);
    await until('nobody can pay the slip', async () => (await paySlip({ line })).status === 409);
    await until('its page says so', async () =>
      (await page(slip)).text.includes('Este boleto foi cancelado'),
    );
  });

  test('is withdrawn when a Pix pays, and the other way round', async () => {
    for (const isPixPaid of [true, false]) {
      const { id, path } = await intend();
      const slip = String((await askSlip(path)).headers.location);
      const line = await lineOf(id);
      assert.equal((await askCode(path)).status, 303);
      const { payment } = await record(id);
      const txid = String(payment.pix?.providerReference);
      assert.ok(payment.pix?.qrCode && payment.bankSlip?.digitableLine === line);
      const paid = isPixPaid ? await post('/__sim/pix/pay', { txid }) : await paySlip({ line });
      assert.equal(paid.status, 200, paid.text);
      await becomes(id, 6);
      assert.deepEqual(Object.keys((await record(id)).payment), [isPixPaid ? 'pix' : 'bankSlip']);
      const late = async () => (isPixPaid ? paySlip({ line }) : post('/__sim/pix/pay', { txid }));
      await until('nobody can pay the other', async () => (await late()).status === 409);
      if (isPixPaid) {
        await until('its page says so', async () =>
          (await page(slip)).text.includes('Este boleto foi cancelado'),
        );
      } else {
        const { bankSlip } = (await record(id)).payment;
        assert.deepEqual([bankSlip?.expirationDate, bankSlip?.digitableLine], [inDays(3), line]);
        assert.match((await page(slip)).text, /Boleto pago/);
      }
    }
  });

  test('goes with the Pix when the intention is canceled, and then it is over', async () => {
    const { id, path } = await intend();
    const slip = String((await askSlip(path)).headers.location);
    const line = await lineOf(id);
    await askCode(path);
    assert.equal((await voided(id)).status, 200);
    await becomes(id, 12);
    assert.equal((await paySlip({ line })).status, 409);
    assert.match((await page(slip)).text, /Este boleto foi cancelado/);
  });

  test('alone is asked for at once, and its day is what the shop said', async () => {
    const day = inDays(10);
    const { id, path } = await intend({ payment: { bankSlip: { expirationDate: day, provider: 'bb' } } });
    assert.match((await page(path)).text, /Nome de quem paga/);
    await askSlip(path);
    const { bankSlip } = (await record(id)).payment;
    assert.deepEqual([bankSlip?.expirationDate, bankSlip?.provider], [day, 'BB']);
  });

  test('alone is refused where it cannot be read, and ignored beside a card', async () => {
    const wrong = { expirationDate: 'amanhã' };
    const alone = await post('/v1/intention', { amount: NEVER_PAID, payment: { bankSlip: wrong } });
    assert.equal(alone.status, 400, alone.text);
    assert.match(alone.text, /slip_due_date_invalid/);
    assert.equal((await intend({ payment: { card: { type: 0 }, bankSlip: wrong } })).path.length > 20, true);
    const above = [
      [{ interest: { type: 'monthlyPercent', value: '1.01' } }, 'interest_above_limit'],
      [{ fine: { type: 'amount', value: Math.floor(NEVER_PAID / 50) + 1 } }, 'fine_above_limit'],
    ] as const;
    for (const [bankSlip, code] of above) {
      const refused = await post('/v1/intention', { amount: NEVER_PAID, payment: { bankSlip } });
      assert.deepEqual([refused.status, refused.text.includes(code)], [400, true], refused.text);
    }
    const beside = await intend({ payment: { card: { type: 0 }, bankSlip: { ...above[0][0], dueDays: 9 } } });
    await askSlip(beside.path);
    assert.equal((await record(beside.id)).payment.bankSlip?.expirationDate, inDays(3));
    const small = await intend({ amount: 100 });
    assert.deepEqual(Object.keys((await record(small.id)).payment), ['card', 'pix']);
  });

  test('of a link is a transaction of its own', async () => {
    const payment = { card: { type: 0 }, bankSlip: { dueDays: 5 } };
    const made = await post('/v1/payment-links', { name: 'Bolo', amount: String(NEVER_PAID), payment });
    assert.equal(made.status, 201, made.text);
    const { pathname } = new URL(String((made.json() as Fields).url));
    const { text } = await page(`${pathname}?forma=boleto`);
    const wrong = await form(pathname, { forma: 'boleto', chave: keyIn(text), pagador: 'Maria' });
    assert.equal(wrong.status, 422);
    assert.match(wrong.text, /value="Maria"/);
    const asked = await form(pathname, { ...PAYER, forma: 'boleto', chave: keyIn(text) });
    assert.equal(asked.status, 303, asked.text);
    const slip = String(asked.headers.location);
    assert.match((await page(slip)).text, /Copiar linha digitável/);
    assert.equal((await page(`${slip}/pdf`)).status, 200);
  });
});
