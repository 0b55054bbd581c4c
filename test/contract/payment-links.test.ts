import assert from 'node:assert/strict';
import { test } from 'node:test';
import { API_PAIR, getAs } from '../support/gateway-client.ts';
import { linkRecord, pageAt, submit } from '../support/hosted-page.ts';
import { addMerchant } from '../support/merchants.ts';
import { onSqliteByDayWithTryLimits, type TestService } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const NO_FUNDS = '4000000000090516';
const OTHER_CARD = '5200000000001005';
const AT_ONCE = 64;
const MAX_USES = 5;
const DAY = 24 * 60 * 60_000;

type Fields = Readonly<Record<string, unknown>>;

interface LinkRecord extends Fields {
  readonly paymentLinkId: string;
  readonly url: string;
  readonly qrCodeUrl: string;
  readonly uses: number;
  readonly state: string;
}

const PATH = '/v1/payment-links';
const BODY = {
  name: 'Bolo de 3 kg',
  amount: '21000',
  payment: { card: { type: 0, capture: true, installments: 3 } },
};

function call(
  service: TestService,
  method: string,
  path: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = API_PAIR,
) {
  return service.send({
    method,
    path,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

const SETTINGS = { GUICHE_SIM_TIME_SCALE: '1000', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

onSqliteByDayWithTryLimits('Reusable payment links', SETTINGS, (service) => {
  const make = async (over: Fields = {}) => {
    const answer = await call(service, 'POST', PATH, { ...BODY, ...over });
    assert.equal(answer.status, 201, answer.text);
    const link = answer.json() as LinkRecord;
    return { ...link, path: new URL(link.url).pathname };
  };
  const recordNow = async (id: string) => (await getAs(service, `${PATH}/${id}`)).json() as LinkRecord;
  const listed = async (referenceId: string) =>
    (await getAs(service, `/v1/transactions?referenceId=${referenceId}`)).json() as Fields[];
  /** Of the only transaction with this reference. */
  const recordOf = async (referenceId: string) => {
    const made = await listed(referenceId);
    assert.equal(made.length, 1);
    return linkRecord(service, String(made[0]?.transactionId));
  };

  test('has a short address of 10 letters and a QR code; GET, list and PATCH are its merchant’s alone', async () => {
    const link = await make();
    assert.match(link.path, /^\/p\/[a-z]{10}$/);
    const qr = await pageAt(service, new URL(link.qrCodeUrl).pathname);
    assert.match(String(qr.headers['content-type']), /^image\/svg\+xml/);
    assert.match(qr.text, /^<svg/);
    const { path: _, ...record } = link;
    assert.deepEqual(await recordNow(link.paymentLinkId), record);
    const list = (await getAs(service, `${PATH}?limit=1`)).json() as LinkRecord[];
    assert.deepEqual(list, [record]);
    const other = await addMerchant(service);
    const own = `${PATH}/${link.paymentLinkId}`;
    assert.equal((await getAs(service, own, other.api)).status, 404);
    assert.equal((await call(service, 'PATCH', own, { active: false }, other.api)).status, 404);
    assert.equal((await call(service, 'PATCH', own, { active: 'maybe' })).status, 400);
    const ended = await call(service, 'PATCH', own, { active: 'false', name: 'Bolo' });
    assert.deepEqual(
      [ended.status, (ended.json() as Fields).state, (ended.json() as Fields).name],
      [200, 'inactive', 'Bolo'],
    );
    assert.match((await pageAt(service, link.path)).text, /Este link foi desativado/);
    assert.match((await submit(service, link.path)).text, /Este link foi desativado/);
  });

  test('a link is made once for an Idempotency-Key, which another body cannot use', async () => {
    const key = { ...API_PAIR, 'Idempotency-Key': 'um-link-so' };
    const ask = (over: Fields = {}) =>
      call(service, 'POST', PATH, { ...BODY, name: 'Bolo repetido', ...over }, key);
    const both = await Promise.all([ask(), ask()]);
    assert.deepEqual(
      both.map(({ status }) => status),
      [201, 201],
    );
    const [first, again] = both.map((answer) => (answer.json() as LinkRecord).paymentLinkId);
    assert.equal(again, first);
    const other = await ask({ amount: '22000' });
    assert.equal(other.status, 422, other.text);
    assert.match(other.text, /idempotency_mismatch/);
    const links = (await getAs(service, PATH)).json() as LinkRecord[];
    assert.equal(links.filter(({ name }) => name === 'Bolo repetido').length, 1);
  });

  test('wrong fields are refused with 400', async () => {
    const wrong: readonly (readonly [Fields, string])[] = [
      [{ name: '' }, 'name'],
      [{ amount: '0' }, 'amount'],
      [{ maxUses: 0 }, 'maxUses'],
      [{ minAmount: 1 }, 'minAmount'],
      [{ amount: undefined, minAmount: 500, maxAmount: 100 }, 'minAmount'],
      [{ dtExpiration: '2020-01-01T00:00:00' }, 'dtExpiration'],
      [{ description: '4235647728025682' }, 'description'],
      [{ redirectUrl: 'https://loja.example/4235647728025682' }, 'redirectUrl'],
      [{ postBackUrl: 'https://loja.example/4235647728025682' }, 'postBackUrl'],
      [{ payment: { card: { softDescriptor: '4235647728025682' } } }, 'payment.card.softDescriptor'],
    ];
    for (const [over, field] of wrong) {
      const answer = await call(service, 'POST', PATH, { ...BODY, ...over });
      assert.equal(answer.status, 400, answer.text);
      assert.equal((answer.json() as { error: { field: string } }).error.field, field);
    }
  });

  test('each payment is a transaction of its own; a form that is sent twice pays once', async () => {
    const link = await make({ referenceId: 'reuso' });
    const first = await submit(service, link.path, { chave: 'form-a', parcelas: '3' });
    assert.equal(first.status, 303, first.text);
    assert.match(String(first.headers.location), /^\/v1\/payment\/[\w-]{43}$/);
    assert.match((await pageAt(service, String(first.headers.location))).text, /Pagamento aprovado/);
    const again = await submit(service, link.path, { chave: 'form-a', parcelas: '3' });
    assert.equal(again.headers.location, first.headers.location);
    await submit(service, link.path, { chave: 'form-b' });
    const sales = await listed('reuso');
    assert.deepEqual(
      sales.map(({ status, amount }) => [status, amount]),
      [
        [6, '21000'],
        [6, '21000'],
      ],
    );
    assert.equal((await recordNow(link.paymentLinkId)).uses, 2);
  });

  test('a form that was paid charges nothing when the buyer goes back and sends it with another card', async () => {
    const link = await make({ referenceId: 'outro-cartao' });
    const first = await submit(service, link.path, { chave: 'form-back' });
    const paid = await recordOf('outro-cartao');
    const again = await submit(service, link.path, { chave: 'form-back', numero: OTHER_CARD });
    assert.deepEqual([again.status, again.headers.location], [303, first.headers.location]);
    assert.deepEqual(await recordOf('outro-cartao'), paid);
    assert.equal((await recordNow(link.paymentLinkId)).uses, 1);
  });

  test('a form sent again after the last use returns its own receipt, and another form gets "used up"', async () => {
    const link = await make({ maxUses: 1, referenceId: 'ultimo-uso' });
    const first = await submit(service, link.path, { chave: 'form-last' });
    const again = await submit(service, link.path, { chave: 'form-last' });
    assert.deepEqual([again.status, again.headers.location], [303, first.headers.location]);
    assert.match((await pageAt(service, String(again.headers.location))).text, /Pagamento aprovado/);
    assert.equal((await submit(service, link.path, { chave: 'form-other' })).status, 410);
    assert.equal((await listed('ultimo-uso')).length, 1);
  });

  test('a refused attempt releases its use, and can be retried on its own page', async () => {
    const link = await make({ maxUses: 1, referenceId: 'volta' });
    const refused = await submit(service, link.path, { numero: NO_FUNDS });
    const page = String(refused.headers.location);
    assert.match((await pageAt(service, page)).text, /Saldo ou limite insuficiente/);
    assert.equal((await recordNow(link.paymentLinkId)).uses, 0);
    await submit(service, page);
    assert.match((await pageAt(service, page)).text, /Pagamento aprovado/);
    assert.deepEqual(
      [(await recordNow(link.paymentLinkId)).uses, (await recordNow(link.paymentLinkId)).state],
      [1, 'used_up'],
    );
    assert.equal((await pageAt(service, link.path)).status, 410);
    assert.match((await submit(service, link.path)).text, /Este link já foi usado/);
  });

  test('attempts on the page of an earlier visit count once the link is used up', async () => {
    const link = await make({ maxUses: 1 });
    const page = String((await submit(service, link.path, { numero: NO_FUNDS })).headers.location);
    await submit(service, link.path);
    const late = () => submit(service, page, {}, '203.0.113.11');
    for (let tries = 0; tries < 20; tries += 1) assert.equal((await late()).status, 410);
    assert.equal((await late()).status, 429);
  });

  test(`of ${AT_ONCE} concurrent buyers, a link with ${MAX_USES} uses accepts ${MAX_USES}`, async () => {
    const link = await make({ maxUses: MAX_USES, referenceId: 'corrida-link' });
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, buyer) =>
        submit(service, link.path, {}, `198.51.100.${buyer + 1}`),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 303).length, MAX_USES);
    assert.equal(answers.filter(({ status }) => status === 410).length, AT_ONCE - MAX_USES);
    assert.equal((await recordNow(link.paymentLinkId)).uses, MAX_USES);
  });

  test('installments that the link does not offer make no transaction', async () => {
    const link = await make({ referenceId: 'sem-escolha' });
    for (const parcelas of ['0', '4', 'abc']) {
      const answer = await submit(service, link.path, { parcelas });
      assert.equal(answer.status, 422);
      assert.match(answer.text, /Escolha um número de parcelas da lista/);
    }
    assert.deepEqual(await listed('sem-escolha'), []);
  });

  test('every transaction made counts against card testing, also when the card was never sent', async () => {
    // Debit is never sent without 3-D Secure, which only one acquirer does.
    const payment = { card: { type: 2, capture: true, provider: 'CIELO' } };
    const link = await make({ referenceId: 'so-criadas', payment });
    const wrong = () => submit(service, link.path, { tipo: 'debito' }, '203.0.113.9');
    for (let tries = 0; tries < 20; tries += 1) assert.equal((await wrong()).status, 422);
    assert.equal((await wrong()).status, 429);
    const made = await listed('so-criadas');
    assert.ok(made.length > 0 && made.every(({ status }) => status === 1));
  });

  test('a card number typed as the name makes no transaction, and is not shown again', async () => {
    const link = await make({ referenceId: 'nome-errado' });
    const answer = await submit(service, link.path, { nome: '4235647728025682' }, '203.0.113.10');
    assert.equal(answer.status, 422);
    assert.ok(!answer.text.includes('4235647728025682'));
    assert.deepEqual(await listed('nome-errado'), []);
  });

  test('an open amount is typed by the buyer, within its bounds', async () => {
    const link = await make({ amount: undefined, minAmount: 500, maxAmount: 100_000, referenceId: 'aberto' });
    assert.match(
      (await submit(service, link.path, { valor: '4,99' })).text,
      /Digite um valor de R\$\s5,00 a R\$\s1\.000,00/,
    );
    assert.equal((await submit(service, link.path, { valor: 'R$ 1.000,01' })).status, 422);
    assert.equal((await submit(service, link.path, { valor: '12,5' })).status, 303);
    assert.deepEqual(
      (await listed('aberto')).map(({ amount, status }) => [amount, status]),
      [['1250', 6]],
    );
    const form = { chave: 'form-open' };
    await submit(service, link.path, { ...form, valor: '20,00', numero: NO_FUNDS });
    const changed = await submit(service, link.path, { ...form, valor: '30,00' });
    assert.equal(changed.status, 422);
    assert.match(changed.text, /O valor mudou desde o primeiro envio/);
    assert.match(changed.text, /value="30,00"/);
  });

  test('after its expiry it accepts no payment, and unpaid visits expire', async () => {
    const link = await make({ referenceId: 'tarde' });
    await submit(service, link.path, { numero: NO_FUNDS });
    const [left] = await listed('tarde');
    service.clock.advance(61 * 60_000);
    await until(
      'the visit has expired',
      async () => (await linkRecord(service, String(left?.transactionId))).status === 4,
    );
    const inTenDays = new Date(service.clock.now() + 10 * DAY).toISOString().slice(0, 19);
    const ending = await make({ dtExpiration: inTenDays });
    assert.equal((await pageAt(service, ending.path)).status, 200);
    service.clock.advance(11 * DAY);
    assert.match((await pageAt(service, ending.path)).text, /Este link expirou/);
    assert.match((await submit(service, ending.path)).text, /Este link expirou/);
    assert.equal((await pageAt(service, '/p/aaaaaaaaaa')).status, 404);
  });
});
