import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { newReference, openShop, saleWith, withAuthentication } from '../test-room.ts';

const shop = await openShop();

const MINUTE_MS = 60_000;
const CHALLENGE = '4000000000001091';
const FRICTIONLESS = '4000000000001000';

interface Started {
  readonly url: string;
  readonly tid: string;
  readonly reference: string;
}

async function start(cardNumber: string, changes: object = {}): Promise<Started> {
  const { status, body } = await shop.sell({ cardNumber, ...withAuthentication('decline'), ...changes });
  assert.deepEqual([status, body.returnCode, body.threeDSecure.returnCode], [201, '220', '220']);
  assert.equal(body.authorizationCode, undefined);
  return { url: body.threeDSecure.url, tid: body.tid, reference: body.reference };
}

async function visit(url: string): Promise<{ status: number; html: string }> {
  const response = await fetch(url);
  return { status: response.status, html: await response.text() };
}

async function submit(url: string, fields: Readonly<Record<string, string>>) {
  const response = await fetch(url, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: response.status, html: await response.text() };
}

/** Address and fields of the form that returns the buyer to the shop; undefined where the page has none. */
function returnForm(html: string): { action: string; fields: Readonly<Record<string, string>> } | undefined {
  const action = /<form method="post" action="([^"]+)">/.exec(html)?.[1];
  const inputs = html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return action === undefined
    ? undefined
    : { action, fields: Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) };
}

const codeOn = (html: string): string => /<strong class="code">(\d{6})<\/strong>/.exec(html)?.[1] ?? '';
const query = async (tid: string) => (await shop.call('GET', `/transactions/${tid}`)).body;

describe('a challenge', () => {
  test('shows amount, shop and code, in Portuguese and without JavaScript', async () => {
    const { url, tid } = await start(CHALLENGE, { amount: 123_456 });
    const { status, html } = await visit(url);
    assert.equal(status, 200);
    assert.match(html, /lang="pt-BR"/);
    assert.match(html, /R\$\s1\.234,56/);
    assert.match(html, /Loja de Teste/);
    assert.match(html, /VISA 400000\*{6}1091/);
    assert.match(codeOn(html), /^\d{6}$/);
    assert.doesNotMatch(html, /<script|javascript:|onload=/i);
    const { authorization, threeDSecure } = await query(tid);
    assert.deepEqual([authorization.status, threeDSecure.returnCode], ['Pending', '220']);
  });

  test('with the right code is authorized, and returns a form with dotted names', async () => {
    const { url, tid, reference } = await start(CHALLENGE);
    const { html } = await visit(url);
    const { status, html: after } = await submit(url, { codigo: codeOn(html) });
    assert.equal(status, 200);
    const back = returnForm(after);
    assert.equal(back?.action, 'http://shop.test/success');
    assert.deepEqual(
      Object.keys(back?.fields ?? {}).toSorted(),
      `authorizationCode avs.returnCode avs.returnMessage brand.name brand.returnCode brand.returnMessage date
      expiresAt nsu reference returnCode returnMessage threeDSecure.returnCode threeDSecure.returnMessage tid time`.split(
        /\s+/,
      ),
    );
    const { fields } = back ?? { fields: {} };
    assert.deepEqual(
      [fields.reference, fields.tid, fields.returnCode, fields['threeDSecure.returnCode']],
      [reference, tid, '00', '200'],
    );
    const { authorization, threeDSecure, capture } = await query(tid);
    assert.deepEqual([authorization.status, authorization.authorizationEci], ['Approved', '5']);
    assert.deepEqual([threeDSecure.returnCode, threeDSecure.eci], ['200', '5']);
    assert.equal(capture.amount, 1_000);
    assert.match(authorization.brand.authorizationCode, /^\d{6}$/);
  });

  const failures = [
    ['a wrong code', { codigo: '1' }, 'decline', 'Denied'],
    ['a cancel', { acao: 'cancelar' }, 'decline', 'Denied'],
    [
      'a wrong code, where the shop continues without authentication',
      { codigo: '1' },
      'continue',
      'Approved',
    ],
  ] as const;
  for (const [what, fields, onFailure, state] of failures) {
    test(`ends after ${what}: ${state}`, async () => {
      const { url, tid } = await start(CHALLENGE, withAuthentication(onFailure));
      const { html } = await submit(url, fields);
      const back = returnForm(html);
      const where = state === 'Denied' ? 'failure' : 'success';
      assert.equal(back?.action, `http://shop.test/${where}`);
      assert.equal(back?.fields['threeDSecure.returnCode'], '202');
      const { authorization, threeDSecure } = await query(tid);
      assert.equal(authorization.status, state);
      assert.deepEqual([threeDSecure.returnCode, threeDSecure.eci], ['202', '7']);
      assert.equal(authorization.returnCode, state === 'Denied' ? '202' : '00');
    });
  }

  test('asks again for a missing code', async () => {
    const { url, tid } = await start(CHALLENGE);
    const { status, html } = await submit(url, { codigo: ' ' });
    assert.equal(status, 400);
    assert.equal(returnForm(html), undefined);
    assert.equal((await query(tid)).authorization.status, 'Pending');
  });

  test('is decided once: a second visit or answer gets the return form and changes nothing', async () => {
    const { url, tid } = await start(CHALLENGE);
    await submit(url, { codigo: '1' });
    const right = codeOn((await visit((await start(CHALLENGE)).url)).html);
    for (const again of [await submit(url, { codigo: right }), await visit(url)]) {
      assert.equal(again.status, 410);
      assert.equal(returnForm(again.html)?.action, 'http://shop.test/failure');
    }
    assert.equal((await query(tid)).authorization.status, 'Denied');
  });

  test('that is open for 10 simulated minutes times out', async () => {
    const { url, tid } = await start(CHALLENGE);
    const { html } = await visit(url);
    await shop.control('/clock', { advanceMs: 10 * MINUTE_MS });
    const { html: late } = await submit(url, { codigo: codeOn(html) });
    assert.equal(returnForm(late)?.action, 'http://shop.test/failure');
    assert.equal((await query(tid)).authorization.status, 'Denied');
  });

  test('that nobody answers is denied after 15 simulated minutes', async () => {
    const { url, tid } = await start(CHALLENGE);
    await shop.control('/clock', { advanceMs: 15 * MINUTE_MS });
    const { authorization } = await query(tid);
    assert.deepEqual([authorization.status, authorization.returnCode], ['Denied', '202']);
    assert.equal((await visit(url)).status, 410);
  });

  test('cannot be captured or refunded before it is decided', async () => {
    const { tid } = await start(CHALLENGE);
    const answers = [
      await shop.call('PUT', `/transactions/${tid}`, { amount: 1 }),
      await shop.call('POST', `/transactions/${tid}/refunds`, { amount: 1 }),
    ];
    for (const { status, body } of answers) assert.deepEqual([status, body.returnCode], [422, '171']);
  });
});

describe('cards that need no buyer', () => {
  const cards = [
    ['frictionless Y', FRICTIONLESS, 'success', '200', '5', 'Approved'],
    ['frictionless Y, Mastercard', '5200000000001005', 'success', '200', '2', 'Approved'],
    ['attempt A', '4000000000001026', 'success', '200', '6', 'Approved'],
    ['frictionless N', '4000000000001018', 'failure', '202', '7', 'Denied'],
    ['unavailable U', '4000000000001034', 'failure', '202', '7', 'Denied'],
    ['rejected R', '4000000000001042', 'failure', '202', '7', 'Denied'],
    ['not eligible (714)', '4000000000097149', 'failure', '204', '7', 'Denied'],
    ['a card without funds', '4000000000090516', 'failure', '200', '5', 'Denied'],
  ] as const;
  for (const [what, card, where, code, eci, state] of cards) {
    test(`${what}: returned at once to ${where}`, async () => {
      const { url, tid } = await start(card);
      assert.equal((await query(tid)).authorization.status, 'Pending');
      const back = returnForm((await visit(url)).html);
      assert.equal(back?.action, `http://shop.test/${where}`);
      assert.equal(back?.fields['threeDSecure.returnCode'], code);
      const { authorization, threeDSecure } = await query(tid);
      assert.deepEqual([authorization.status, threeDSecure.eci], [state, eci]);
    });
  }

  test('are decided by a GET, not by a HEAD', async () => {
    const { url, tid } = await start(FRICTIONLESS);
    await fetch(url, { method: 'HEAD' });
    assert.equal((await query(tid)).authorization.status, 'Pending');
  });

  test('are not authorized where the call of Rede is lost (603): the book has no charge', async () => {
    const { url, tid, reference } = await start('4000000000096034');
    assert.equal(returnForm((await visit(url)).html)?.action, 'http://shop.test/failure');
    for (const path of [`/${tid}`, `?reference=${reference}`]) {
      assert.equal((await shop.call('GET', `/transactions${path}`)).body.returnCode, '78');
    }
  });
});

test('debit is captured when its buyer is authenticated', async () => {
  const { url, tid } = await start(FRICTIONLESS, { kind: 'debit', amount: 777 });
  await visit(url);
  const { authorization, capture } = await query(tid);
  assert.deepEqual([authorization.kind, authorization.status, capture.amount], ['Debit', 'Approved', 777]);
});

test('a reference is used up while its buyer is still being authenticated', async () => {
  const reference = newReference();
  await start(CHALLENGE, { reference });
  const { body } = await shop.sell({ reference });
  assert.equal(body.returnCode, '122');
});

test('an unknown authentication page is not found', async () => {
  const { status, html } = await visit(`${shop.host.address}/3ds/nothing`);
  assert.equal(status, 404);
  assert.match(html, /não encontrada/);
});

test('texts of the shop are escaped on the pages', async () => {
  const evil = await openShop({
    merchants: [{ pv: '1', key: 'k', shop: '"><script>alert(1)</script>', softDescriptor: false }],
  });
  const success = 'http://shop.test/?a="><script>';
  const urls = [
    { kind: 'threeDSecureSuccess', url: success },
    { kind: 'threeDSecureFailure', url: success },
  ];
  const sale = saleWith({ cardNumber: CHALLENGE, ...withAuthentication('decline', { urls }) });
  const { body } = await evil.call('POST', '/transactions', sale);
  const { html } = await visit(body.threeDSecure.url);
  const { html: after } = await submit(body.threeDSecure.url, { acao: 'cancelar' });
  for (const shown of [html, after]) assert.doesNotMatch(shown, /<script/);
});
