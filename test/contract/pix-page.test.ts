import assert from 'node:assert/strict';
import { test } from 'node:test';
import jsQR from 'jsqr';
import sharp from 'sharp';
import { createDerivedTokens } from '../../src/platform/derived-tokens.ts';
import { API_PAIR, getAs, postJson, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { onSqliteByDay } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** Ends in 03: nobody pays it but the test. */
const NEVER_PAID = 28_903;
/** Ends in 06: the bank does not answer, and has made nothing. */
const NEVER_MADE = 28_906;
const MAX_BYTES = 25_000;
const HOUR = 60 * 60_000;

type Fields = Readonly<Record<string, unknown>>;

onSqliteByDay('The page of a Pix', { GUICHE_SIM_TIME_SCALE: '10' }, (service) => {
  const made = async (top: Fields = {}) => {
    const body = { amount: NEVER_PAID, payment: { pix: {} }, ...top };
    const answer = await postJson(service, body);
    assert.equal(answer.status, 201, answer.text);
    const { transactionId, payment } = answer.json() as {
      readonly transactionId: string;
      readonly payment: { readonly pix: { readonly url: string; readonly qrCode: string } };
    };
    return { id: transactionId, code: payment.pix.qrCode, path: new URL(payment.pix.url).pathname };
  };
  const page = (path: string) => service.send({ path });
  const standOf = async (path: string) =>
    ((await page(`${path}/status`)).json() as { readonly status: string }).status;
  const becomes = (path: string, stand: string) =>
    until(`the page says ${stand}`, async () => (await standOf(path)) === stand);
  const pay = (path: string) => service.send({ method: 'POST', path: `${path}/pagar-teste` });
  const record = async (id: string) =>
    (await getAs(service, `${TRANSACTIONS_PATH}/${id}`)).json() as {
      readonly status: number;
      readonly payment: { readonly pix: Fields };
    };
  const voided = (id: string, amount?: number) =>
    service.send({
      method: 'PUT',
      path: `${TRANSACTIONS_PATH}/${id}/void`,
      headers: { 'Content-Type': 'application/json', ...API_PAIR },
      body: JSON.stringify(amount === undefined ? {} : { amount }),
    });

  test('shows amount, shop, time and code to who has no script, in less than 25 kB, and to a camera', async () => {
    const { path, code } = await made({ description: 'Bolo <b>grande</b>' });
    const { status, text, headers } = await page(path);
    assert.equal(status, 200);
    assert.ok(Buffer.byteLength(text) < MAX_BYTES, `${Buffer.byteLength(text)} bytes`);
    assert.match(text, /R\$\s289,03/);
    assert.match(text, /Bolo &lt;b&gt;grande&lt;\/b&gt;/);
    assert.match(text, /Pague até \d\d\/\d\d\/\d{4} às \d\d:\d\d/);
    assert.ok(text.includes(`readonly spellcheck="false">${code}</textarea>`));
    assert.match(text, /<noscript><meta http-equiv="refresh"/);
    assert.match(text, /<svg role="img" aria-label="QR code do Pix de R\$\s289,03"/);
    const picture = /<svg role="img"[\s\S]*?<\/svg>/.exec(text)?.[0] ?? '';
    const { data, info } = await sharp(Buffer.from(picture))
      .ensureAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    assert.equal(jsQR.default(new Uint8ClampedArray(data), info.width, info.height)?.data, code);
    const policy = String(headers['content-security-policy']);
    assert.match(
      policy,
      /default-src 'none'.*script-src 'sha256-[^']+'; connect-src 'self'.*form-action 'self';/,
    );
    assert.deepEqual(
      [headers['cache-control'], headers['referrer-policy'], headers['x-robots-tag']],
      ['no-store', 'no-referrer', 'noindex, nofollow'],
    );
  });

  test('pressed in the sandbox, it is paid and turns into the receipt; its status is one word', async () => {
    const { path, id } = await made({ referenceId: 'pedido-pix', redirectUrl: 'https://loja.example/fim' });
    assert.deepEqual((await page(`${path}/status`)).json(), { status: 'waiting', again: 2_000 });
    const pressed = await pay(path);
    assert.deepEqual([pressed.status, pressed.headers.location], [303, path]);
    await becomes(path, 'paid');
    const { text } = await page(path);
    const { pix } = (await record(id)).payment;
    assert.match(text, /Pix recebido/);
    for (const fact of ['pedido-pix', 'Pagador de Teste, ***982247**', String(pix.endToEndId), id]) {
      assert.ok(text.includes(fact), fact);
    }
    assert.ok(!text.includes('Pix copia e cola'));
    // Pressed in another tab that is still open.
    assert.equal((await pay(path)).status, 303);
    assert.equal((await record(id)).payment.pix.surplus, undefined);
  });

  test('tells what was given back of it: a part, and then all', async () => {
    const { path, id } = await made();
    await pay(path);
    await becomes(path, 'paid');
    assert.equal((await voided(id, 8_903)).status, 200);
    await until('a part is given back', async () =>
      /foram devolvidos R\$\s89,03 deste Pix/.test((await page(path)).text),
    );
    assert.equal((await voided(id)).status, 200);
    await becomes(path, 'refunded');
    const { text } = await page(path);
    assert.match(text, /O valor voltou para a conta que pagou/);
    assert.match(text, /Identificação do Pix/);
  });

  test('canceled by the shop, or past its time, it has no code and says that nothing was paid', async () => {
    const canceled = await made();
    assert.equal((await voided(canceled.id)).status, 200);
    await becomes(canceled.path, 'canceled');
    assert.match((await page(canceled.path)).text, /Este Pix foi cancelado[\s\S]*Nada foi pago/);
    const late = await made();
    service.clock.advance(7 * 24 * HOUR);
    const over = (await page(late.path)).text;
    assert.ok(!over.includes(late.code), over);
    await becomes(late.path, 'expired');
    assert.match((await page(late.path)).text, /Este Pix venceu[\s\S]*Nada foi pago/);
  });

  test('says so where the bank made no code', async () => {
    const body = { amount: NEVER_MADE, payment: { pix: {} } };
    const { transactionId } = (await postJson(service, body)).json() as Fields;
    const { transactions, vault } = service.rooms();
    const [{ reference = '' } = {}] = await transactions.attemptsOf(String(transactionId));
    const path = `/v1/url-payment/${createDerivedTokens(vault.deriveKey('pix')).of(reference)}`;
    await becomes(path, 'failed');
    assert.match((await page(path)).text, /Não foi possível gerar o Pix[\s\S]*Nada foi pago/);
  });

  test('an address that was never given out is 404, also for its status', async () => {
    for (const token of ['x', 'A'.repeat(43)]) {
      for (const path of [`/v1/url-payment/${token}`, `/v1/url-payment/${token}/status`]) {
        const { status, text } = await page(path);
        assert.equal(status, 404);
        assert.match(text, /Pix não encontrado/);
      }
    }
  });
});
