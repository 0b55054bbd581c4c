import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOn, locationOf, onceKnown, openBrowser } from '../support/buyer.ts';
import { API_PAIR, VISA } from '../support/gateway-client.ts';
import { createLink, linkRecord, pageAt, submit } from '../support/hosted-page.ts';
import { ok, startReceiver } from '../support/receiver.ts';
import { onSqliteByDay, onSqliteByDayWithTryLimits } from '../support/service.ts';
import { until } from '../support/waiting.ts';

const DAY = 24 * 60 * 60_000;
const NO_FUNDS = '4000000000090516';
/** A stolen card, which must not be tried again. */
const STOLEN = '4000000000090433';
const ANSWER_LOST = '4000000000096042';
const CHALLENGED = '4000000000001091';
const AT_ONCE = 16;

/** A buyer has half a minute at the bank, of the quarter of an hour: enough on a busy machine. */
const SETTINGS = { GUICHE_SIM_TIME_SCALE: '30', GUICHE_TRUSTED_PROXIES: '127.0.0.1' };

onSqliteByDayWithTryLimits('The hosted page', SETTINGS, (service) => {
  const statusOf = async (id: string) => (await linkRecord(service, id)).status;

  test('shows the shop, the amount and the installments, in one answer of less than 60 KB', async () => {
    const { path } = await createLink(service, { description: 'Encomenda <b>grande</b>' });
    const page = await pageAt(service, path);
    assert.equal(page.status, 200);
    assert.ok(page.text.length < 60_000, `${page.text.length} bytes`);
    assert.match(page.text, /Encomenda &lt;b&gt;grande&lt;\/b&gt;/);
    assert.match(page.text, /3x de R\$\s96,63 sem juros/);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*script-src 'sha256-/);
    assert.equal(page.headers['cache-control'], 'no-store');
  });

  test('a submitted form pays: 303 to the receipt, status 6, and one more postback', async (t) => {
    const receiver = await startReceiver(ok);
    t.after(() => receiver.close());
    const link = await createLink(service, {
      postBackUrl: `${receiver.address}/aviso`,
      redirectUrl: 'https://loja.example/fim?a=1',
    });
    const answer = await submit(service, link.path, { parcelas: '3' });
    assert.deepEqual([answer.status, answer.headers.location], [303, link.path]);
    const record = await linkRecord(service, link.transactionId);
    const { card } = record.payment;
    assert.deepEqual([record.status, card.type, card.installments, card.capturedAmount], [6, 1, 3, '28990']);
    const receipt = await pageAt(service, link.path);
    assert.match(receipt.text, /Pagamento aprovado/);
    assert.match(receipt.text, /final 5682/);
    assert.ok(receipt.text.includes(String(card.codAuthorization)));
    const back = `https://loja.example/fim?a=1&amp;transactionId=${link.transactionId}&amp;referenceId=pedido-link&amp;status=6`;
    assert.ok(receipt.text.includes(back), receipt.text);
    // A postback may arrive twice with the same id.
    const delivered = () =>
      new Map(
        receiver.received.map(({ headers, body }) => [
          headers['webhook-id'],
          (JSON.parse(body) as { status: number }).status,
        ]),
      );
    await until('both postbacks arrive', () => delivered().size === 2);
    assert.deepEqual([...delivered().values()], [1, 6]);
  });

  test('invalid fields get a Portuguese message beside them and change nothing; card number and code are not shown again', async () => {
    const { path, transactionId } = await createLink(service);
    const answer = await submit(service, path, {
      numero: '4235647728025681',
      validade: '13/35',
      cvv: '1',
      nome: '',
    });
    assert.equal(answer.status, 422);
    for (const text of [
      'Confira o número do cartão.',
      'Digite mês e ano',
      'Confira o código',
      'Digite o nome',
    ]) {
      assert.ok(answer.text.includes(text), text);
    }
    assert.ok(!answer.text.includes('4235647728025681'));
    assert.equal(await statusOf(transactionId), 1);
    const unoffered = await submit(service, path, { parcelas: '4' });
    assert.equal(unoffered.status, 422);
    assert.match(unoffered.text, /Escolha um número de parcelas da lista/);
  });

  test('a refused card leaves status 1 with the refusal in the record; another card pays', async () => {
    const { path, transactionId } = await createLink(service);
    assert.equal((await submit(service, path, { numero: NO_FUNDS })).status, 303);
    const refused = await linkRecord(service, transactionId);
    assert.deepEqual([refused.status, refused.payment.card.providerCode], [1, '51']);
    assert.ok(!('cardInfo' in refused.payment.card));
    const form = await pageAt(service, path);
    assert.match(form.text, /role="alert"/);
    assert.match(form.text, /Nada foi cobrado\. Fale com o banco do cartão/);
    assert.equal((await submit(service, path)).status, 303);
    assert.equal(await statusOf(transactionId), 6);
  });

  test('a card that must not be retried is not sent again; after 10 attempts the page accepts no more', async () => {
    const { path, transactionId } = await createLink(service);
    assert.equal((await submit(service, path, { numero: STOLEN })).status, 303);
    const again = await submit(service, path, { numero: STOLEN });
    assert.equal(again.status, 422);
    assert.match(again.text, /O banco recusou este cartão\. Use outro cartão\./);
    for (let tries = 2; tries <= 10; tries += 1) await submit(service, path, { numero: NO_FUNDS });
    assert.match((await pageAt(service, path)).text, /Limite de tentativas/);
    await submit(service, path);
    assert.equal(await statusOf(transactionId), 1);
    const metrics = await service.send({ path: '/metrics' });
    assert.match(metrics.text, /guiche_checkout_held_tries_total\{limit="link"\} 1\n/);
    service.clock.advance(31 * 60_000);
  });

  test('many tabs that pay at once pay once', async () => {
    const { path, transactionId } = await createLink(service, { referenceId: 'corrida' });
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => submit(service, path)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([303]));
    assert.equal(await statusOf(transactionId), 6);
    const shown = await service.command('transaction', 'show', transactionId);
    assert.equal((shown.attempts as unknown[]).length, 1);
  });

  test('the same form submitted again after a refusal is not sent to the acquirer again', async () => {
    const { path, transactionId } = await createLink(service);
    for (let times = 0; times < 3; times += 1) {
      assert.equal((await submit(service, path, { numero: NO_FUNDS, chave: 'one-form' })).status, 303);
    }
    const shown = await service.command('transaction', 'show', transactionId);
    assert.equal((shown.attempts as unknown[]).length, 1);
  });

  test('while an acquirer’s answer is lost the page waits, and nobody else can pay', async () => {
    const { path, transactionId } = await createLink(service);
    const first = submit(service, path, { numero: ANSWER_LOST });
    await until('the attempt is in progress', async () => (await statusOf(transactionId)) === 10);
    await submit(service, path);
    await first;
    await until('the charge was found', async () => (await statusOf(transactionId)) === 6);
    const shown = await service.command('transaction', 'show', transactionId);
    assert.equal((shown.attempts as unknown[]).length, 1);
  });

  test('debit redirects to the bank first (status 0), with the device fields of a browser without scripts', async () => {
    const { path, transactionId } = await createLink(service);
    assert.equal((await submit(service, path, { tipo: 'debito', numero: '4000000000001091' })).status, 303);
    assert.equal(await statusOf(transactionId), 0);
    const next = await pageAt(service, path);
    assert.equal(next.status, 303);
    assert.match(String(next.headers.location), /\/3ds\//);
  });

  test('the bank address of an earlier attempt leads to the current state of the payment while a newer attempt is at the bank', async (t) => {
    const browser = openBrowser();
    t.after(() => browser.close());
    const link = await createLink(service);
    const debit = { tipo: 'debito', numero: CHALLENGED };
    await submit(service, link.path, debit);
    const old = locationOf(await pageAt(service, link.path));
    await browser.submit(await browser.go(old), { codigo: '000000' });
    assert.equal(await statusOf(link.transactionId), 1);
    await submit(service, link.path, { ...debit, chave: 'second-try' });
    assert.equal(await statusOf(link.transactionId), 0);
    const traces = async () => {
      const { events } = await service.command('transaction', 'show', link.transactionId);
      return (events as { kind: string }[]).filter(({ kind }) => kind.startsWith('buyer_')).length;
    };
    const before = await traces();
    const visits = [
      ['GET', old],
      ['GET', `${old}/return`],
      ['POST', `${old}/return`],
    ] as const;
    for (const [method, address] of visits) {
      const step = await browser.send(address, { method });
      assert.equal(locationOf(step), link.url, `${method} ${address}`);
    }
    assert.equal(await traces(), before, 'the visit is not recorded');
    const now = locationOf(await pageAt(service, link.path));
    assert.notEqual(now, old);
    assert.match(locationOf(await browser.send(now, {})), /\/challenge\//);
  });

  test('canceled, expired and unknown links say so and accept no payment', async () => {
    const canceled = await createLink(service);
    const cancel = `/v1/transactions/${canceled.transactionId}/void`;
    await service.send({ method: 'PUT', path: cancel, headers: API_PAIR });
    assert.equal((await submit(service, canceled.path)).status, 303);
    assert.match((await pageAt(service, canceled.path)).text, /Este link foi cancelado/);
    const expired = await createLink(service);
    service.clock.advance(8 * DAY);
    assert.equal((await submit(service, expired.path)).status, 303);
    assert.match((await pageAt(service, expired.path)).text, /Este link expirou/);
    await until('it has expired', async () => (await statusOf(expired.transactionId)) === 4);
    const unknown = await pageAt(service, `/v1/payment/${'x'.repeat(43)}`);
    assert.equal(unknown.status, 404);
    assert.match(unknown.text, /Link não encontrado/);
    assert.equal((await submit(service, '/v1/payment/short')).status, 404);
  });

  test('card testing is limited: after 20 refused attempts an address must wait, with a clear message and a metric', async () => {
    const links = [await createLink(service), await createLink(service), await createLink(service)];
    for (let tries = 0; tries < 20; tries += 1) {
      await submit(service, links[Math.floor(tries / 9)]?.path ?? '', { numero: NO_FUNDS });
    }
    const held = await submit(service, (await createLink(service)).path);
    assert.equal(held.status, 429);
    assert.match(held.text, /Muitas tentativas/);
    const metrics = await service.send({ path: '/metrics' });
    assert.match(metrics.text, /guiche_checkout_held_tries_total\{limit="address"\} [1-9]/);
    service.clock.advance(31 * 60_000);
    assert.equal((await submit(service, (await createLink(service)).path)).status, 303);
  });

  test('of 24 concurrent attempts from one address with refused cards, each on its own link, 20 are sent and 4 are blocked', async () => {
    const links = await Promise.all(Array.from({ length: 24 }, () => createLink(service)));
    const answers = await Promise.all(
      links.map(({ path }) => submit(service, path, { numero: NO_FUNDS }, '203.0.113.24')),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 303).length, 20);
    assert.equal(statuses.filter((status) => status === 429).length, 4);
  });

  test('an attempt at the bank counts against card testing until it is paid', async (t) => {
    const browser = openBrowser();
    t.after(() => browser.close());
    const debit = { tipo: 'debito', numero: CHALLENGED };
    const pay = async () => {
      const { path } = await createLink(service);
      return { path, ...(await submit(service, path, debit, '203.0.113.25')) };
    };
    const sent = await Promise.all(Array.from({ length: 20 }, pay));
    assert.ok(sent.every(({ status }) => status === 303));
    assert.equal((await pay()).status, 429);
    const { path } = sent[0] ?? (await pay());
    const question = await browser.go(locationOf(await pageAt(service, path)));
    const paid = await onceKnown(browser, await browser.submit(question, { codigo: codeOn(question) }));
    assert.match(paid.text, /Pagamento aprovado/);
    assert.equal((await pay()).status, 303);
    assert.equal((await pay()).status, 429);
  });

  test('asks for CPF or CNPJ if the merchant wants it, and stores it with the sale', async () => {
    const { path, transactionId } = await createLink(service, { askDocument: true });
    assert.match((await submit(service, path, { documento: '123' })).text, /Confira o CPF ou CNPJ/);
    assert.equal((await submit(service, path, { documento: '111.444.777-35' })).status, 303);
    const record = await linkRecord(service, transactionId);
    assert.deepEqual([record.status, record.customer], [6, { document: '11144477735' }]);
  });

  test('a mistyped CPF can be corrected after a refused attempt; the merchant’s own data stays', async () => {
    const { path, transactionId } = await createLink(service, {
      askDocument: true,
      customer: { name: 'Maria' },
    });
    await submit(service, path, { numero: NO_FUNDS, documento: '529.982.247-25' });
    assert.deepEqual((await linkRecord(service, transactionId)).customer, {
      name: 'Maria',
      document: '52998224725',
    });
    await submit(service, path, { documento: '111.444.777-35' });
    const record = await linkRecord(service, transactionId);
    assert.deepEqual([record.status, record.customer], [6, { name: 'Maria', document: '11144477735' }]);
    const given = await createLink(service, { askDocument: true, customer: { document: '52998224725' } });
    await submit(service, given.path, { documento: '111.444.777-35' });
    const kept = await linkRecord(service, given.transactionId);
    assert.deepEqual([kept.status, kept.customer], [6, { document: '52998224725' }]);
  });

  test('no card number or code reaches the log', () => {
    const text = service.log.join('\n');
    for (const number of [VISA, NO_FUNDS, STOLEN, '4235 6477', '"123"']) assert.ok(!text.includes(number));
    assert.ok(!text.includes('/v1/payment/x'));
  });
});

onSqliteByDay('The hosted page of the sandbox', SETTINGS, (service) => {
  test('holds nobody back as card testing, as the sandbox has no rates', async () => {
    const statuses: number[] = [];
    for (let tries = 0; tries < 25; tries += 1) {
      const link = await createLink(service);
      statuses.push((await submit(service, link.path, { numero: NO_FUNDS })).status);
    }
    assert.deepEqual([...new Set(statuses)], [303]);
  });
});
