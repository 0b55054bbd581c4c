import assert from 'node:assert/strict';
import { test } from 'node:test';
import { familyCard } from '../issuer/scenarios/test-family-cards.ts';
import { buyerPageOf } from '../outcome.ts';
import {
  assertOver,
  authenticatedAttempt,
  codeOn,
  FAILURE_URL,
  SUCCESS_URL,
  started,
  testBrowser,
} from './test-browser.ts';
import { attemptWith, idsOf, testSimulator } from './test-room.ts';

const CHALLENGED = '4111111111111111';

test('the page shows shop, amount, masked card and code, and runs without script', async () => {
  const { browser, url } = await started(CHALLENGED, 'decline', {
    amount: 123_456,
    softDescriptor: 'PADARIA DA ANA',
  });
  const page = await browser.open(url);
  assert.equal(page.status, 200);
  assert.match(page.body.replaceAll('\u00a0', ' '), /R\$ 1\.234,56/);
  assert.match(page.body, /PADARIA DA ANA/);
  assert.match(page.body, /411111\*{6}1111/);
  assert.equal(codeOn(page), '500000');
  assert.match(page.body, /<label for="codigo">/);
  assert.match(
    page.body,
    /<button[^>]*value="confirmar"[^>]*>[\s\S]*<button[^>]*value="cancelar"[^>]*formnovalidate/,
  );
  assert.doesNotMatch(page.body, /<script|\son\w+=|\sstyle="|4111111111111111/);
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
});

test('a shop without a name is not named', async () => {
  const { browser, url } = await started(CHALLENGED);
  assert.doesNotMatch((await browser.open(url)).body, /Loja<\/dt>/);
});

test('a wrong code and a cancel end it at once: denied, or authorized without proof where that was wanted', async () => {
  for (const fields of [
    { codigo: '000000', acao: 'confirmar' },
    { codigo: '000000' },
    { codigo: '', acao: 'cancelar' },
    { codigo: '500000', acao: 'CANCELAR' },
  ]) {
    const strict = await started(CHALLENGED);
    const sent = await strict.browser.send(strict.url, fields);
    assert.deepEqual([sent.status, sent.location], [303, FAILURE_URL]);
    const end = await strict.ended();
    assert.ok(end.outcome === 'declined');
    assert.deepEqual(
      [end.decline.code, end.decline.message, end.answer.eci],
      ['202', 'O comprador não foi autenticado.', 7],
    );

    const lenient = await started(CHALLENGED, 'continue');
    assert.equal((await lenient.browser.send(lenient.url, fields)).location, SUCCESS_URL);
    const unproven = await lenient.ended();
    assert.ok(unproven.outcome === 'approved' && unproven.captured && unproven.answer.eci === 7);
  }
});

test('what the issuer refuses only with proof is authorized without it', async () => {
  for (const scenario of ['713', '716']) {
    const room = await started(familyCard('ELO', scenario), 'continue');
    await room.browser.send(room.url, { acao: 'cancelar' });
    assert.equal((await room.ended()).outcome, 'approved', scenario);
  }
});

test('a form can be sent without looking at the page, and a missing code is asked for again', async () => {
  const { browser, url, ended } = await started(CHALLENGED);
  for (const fields of [{}, { codigo: '   ' }, { acao: 'confirmar' }]) {
    const again = await browser.send(url, fields);
    assert.equal(again.status, 400);
    assert.match(again.body, /role="alert"/);
    assert.match(again.body, /aria-describedby="wrong regra" aria-invalid="true"/);
  }
  assert.equal((await ended()).outcome, 'buyer_awaited');
  assert.equal((await browser.send(url, { codigo: ' 500000 ' })).location, SUCCESS_URL);
  assert.equal((await ended()).outcome, 'approved');
});

test('going back and sending again change nothing, and lead to the same place', async () => {
  const room = await started(CHALLENGED);
  await room.browser.pass(room.url);
  const before = await room.onBook();
  for (const again of [
    await room.browser.open(room.url),
    await room.browser.send(room.url, { codigo: '500000' }),
    await room.browser.send(room.url, { codigo: 'wrong' }),
    await room.browser.send(room.url, { acao: 'cancelar' }),
    await room.browser.send(room.url, {}),
  ]) {
    assertOver(again, 'Autenticação encerrada');
    assert.ok(again.body.includes(`<a class="button" href="${SUCCESS_URL}">Continuar</a>`));
  }
  assert.equal(await room.onBook(), before);
  assert.equal((await room.ended()).outcome, 'approved');
});

test('of many forms sent at once exactly one counts', async () => {
  for (const forms of [
    [{ codigo: '500000' }, { acao: 'cancelar' }, { codigo: 'wrong' }],
    [{ acao: 'cancelar' }, { codigo: '500000' }, { codigo: '500000' }],
  ]) {
    const room = await started(CHALLENGED);
    const answers = await Promise.all(
      forms.map((fields) => room.browser.send(room.url, fields as Record<string, string>)),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [303, 410, 410]);
    const onward = answers.find(({ status }) => status === 303)?.location;
    const end = await room.ended();
    assert.equal(onward, end.outcome === 'approved' ? SUCCESS_URL : FAILURE_URL);
  }
});

test('only who has the address gets in: neither names of the charge nor other tokens open it', async () => {
  const room = await started(CHALLENGED);
  const { theirId = '', nsu = '' } = room.sale.answer;
  const token = room.url.split('/').at(-1) ?? '';
  assert.match(token, /^[\w-]{43}$/);
  const base = room.url.slice(0, -token.length);
  const wrongCase = token.replace(/[a-z]/, (letter) => letter.toUpperCase());
  for (const guess of [
    theirId,
    nsu,
    room.attempt.acquirerReference,
    `${token}A`,
    token.slice(1),
    wrongCase,
    '%00',
  ]) {
    for (const seen of [
      await room.browser.open(base + guess),
      await room.browser.send(base + guess, { codigo: '500000' }),
    ]) {
      assert.equal(seen.status, 404, guess);
      assert.match(seen.body, /<h1>Página não encontrada<\/h1>/);
    }
  }
  assert.equal(await room.state(), 'buyer_awaited');
});

test('the token of a sale ends only that sale', async () => {
  const room = testSimulator();
  const browser = await testBrowser(room);
  const attempts = [authenticatedAttempt(CHALLENGED, 'decline'), authenticatedAttempt(CHALLENGED, 'decline')];
  const urls: string[] = [];
  for (const attempt of attempts) {
    const sale = await room.connector.authorize(attempt);
    urls.push(buyerPageOf(sale) ?? '');
  }
  await browser.pass(urls[1] ?? '');
  const ends = await Promise.all(
    attempts.map((attempt) => room.connector.continueAfterAuthentication(idsOf(attempt))),
  );
  assert.deepEqual(
    ends.map(({ outcome }) => outcome),
    ['buyer_awaited', 'approved'],
  );
});

test('texts of the merchant are shown as texts', async () => {
  const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const urls = {
    successUrl: 'https://loja.example/"><script>x</script>',
    failureUrl: 'https://loja.example/\r\nSet-Cookie: a=b',
  };
  const plain = authenticatedAttempt(CHALLENGED, 'decline');
  const authentication = plain.authentication && { ...plain.authentication, ...urls };
  const good = await started(CHALLENGED, 'decline', { softDescriptor: hostile, authentication });
  const page = await good.browser.open(good.url);
  assert.doesNotMatch(page.body, /<script|<img/);
  assert.match(page.body, /script alert 1/);
  const onward = await good.browser.send(good.url, { codigo: codeOn(page) });
  assert.equal(onward.location, 'https://loja.example/%22%3E%3Cscript%3Ex%3C/script%3E');
  assert.doesNotMatch((await good.browser.open(good.url)).body, /<script/);

  const bad = await started(CHALLENGED, 'decline', { authentication });
  const failed = await bad.browser.send(bad.url, { acao: 'cancelar' });
  assert.equal(failed.location, 'https://loja.example/Set-Cookie:%20a=b');
  assert.equal(failed.headers['set-cookie'], undefined);
});

test('what a buyer types is never shown again', async () => {
  const { browser, url } = await started(CHALLENGED);
  const typed = '<script>alert(1)</script>';
  const sent = await browser.send(url, { codigo: typed });
  assert.doesNotMatch(sent.body + (await browser.open(url)).body, /script/);
});

test('only a small form is read, and refusals are pages', async () => {
  const { browser, url, state } = await started(CHALLENGED);
  const big = await browser.send(url, { codigo: '5'.repeat(5_000) });
  assert.equal(big.status, 413);
  assert.match(big.body, /<h1>Não foi possível continuar<\/h1>/);
  assert.equal((await browser.ask('POST', url, '{"codigo":"500000"}', 'application/json')).status, 415);
  assert.equal(await state(), 'buyer_awaited');
});

test('only REDE authenticates buyers', async () => {
  const { simulator } = testSimulator();
  for (const [provider, expected] of [
    ['CIELO', 'none'],
    ['GETNET', 'none'],
    ['STONE', 'none'],
    ['REDE', 'embedded'],
    ['ADIQ', 'none'],
  ] as const) {
    const connector = simulator.connector(provider);
    assert.equal(connector.capabilities('VISA', 'debit').threeDSecure, expected, provider);
    const answer = await connector.authorize(authenticatedAttempt(CHALLENGED, 'decline'));
    const outcome = expected === 'none' ? 'invalid_request' : 'buyer_awaited';
    assert.equal(answer.outcome, outcome, provider);
  }
});

test('the original waiting card can be passed, and leads nowhere when nobody asked for 3-D Secure', async () => {
  const room = testSimulator();
  const browser = await testBrowser(room);
  const attempt = attemptWith('4490861761911670', { capture: true });
  const sale = await room.connector.authorize(attempt);
  assert.ok(sale.outcome === 'buyer_awaited');
  const passed = await browser.pass(buyerPageOf(sale) ?? '');
  assert.equal(passed.status, 200);
  assert.match(passed.body, /<h1>Compra confirmada<\/h1>/);
  const end = await room.connector.continueAfterAuthentication(idsOf(attempt));
  assert.ok(end.outcome === 'approved' && end.captured && end.answer.eci === 5);
  const again = await browser.open(buyerPageOf(sale) ?? '');
  assertOver(again, 'Autenticação encerrada');
  assert.doesNotMatch(again.body, /<a /);
});

test('a forced scenario decides over the authentication too', async () => {
  const room = testSimulator();
  const browser = await testBrowser(room);
  room.simulator.control.force({ scenario: 'rejected' });
  room.simulator.control.force({ scenario: '703' });
  for (const hasChallenge of [false, true]) {
    const attempt = authenticatedAttempt(CHALLENGED, 'decline');
    const sale = await room.connector.authorize(attempt);
    assert.ok(sale.outcome === 'buyer_awaited');
    assert.equal((await browser.open(buyerPageOf(sale) ?? '')).status, hasChallenge ? 200 : 303);
    if (hasChallenge) await browser.pass(buyerPageOf(sale) ?? '');
    assert.equal((await room.connector.continueAfterAuthentication(idsOf(attempt))).outcome, 'declined');
  }
});

test('the book shows where the buyer goes and the code, then how it ended', async () => {
  const room = await started(CHALLENGED);
  const shown = async () => (await room.simulator.control.book({}))[0];
  const before = await shown();
  assert.equal(before?.state, 'buyer_awaited');
  assert.deepEqual(before?.authentication, {
    flow: 'challenge',
    onFailure: 'decline',
    url: room.url,
    oneTimeCode: '500000',
  });
  await room.browser.pass(room.url);
  const after = await shown();
  assert.equal(after?.state, 'approved');
  assert.deepEqual(after?.authentication, { flow: 'challenge', onFailure: 'decline', result: 'Y', eci: 5 });
  assert.equal(room.simulator.control.requests({}).at(-1)?.onAuthenticationFailure, 'decline');
});
