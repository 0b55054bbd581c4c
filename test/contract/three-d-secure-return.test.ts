import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { onSceneSqliteByDay, type StartedSale } from '../support/authentication-scene.ts';
import { authenticatedSale, BUYER, codeOn, headingOf, locationOf, type Step } from '../support/buyer.ts';
import { assertRefused, type Fields } from '../support/gateway-answers.ts';
import { postJson, saleBody, TRANSACTIONS_PATH } from '../support/gateway-client.ts';
import { apiPairOf, issueCredential } from '../support/merchants.ts';

const STARTED = 0;
const CAPTURED = 6;
const DENIED = 7;
const WAITING_HEADING = 'Estamos confirmando o seu pagamento';
const HOSTILE = `"><script>alert(1)</script>' onload=x <img src=x onerror=y> &amp; {{7*7}} \${7*7}`;
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
/** Headers of browsers that prefetch a page. */
const AHEAD = [
  { 'Sec-Purpose': 'prefetch;prerender' },
  { Purpose: 'prefetch' },
  { 'X-Moz': 'prefetch' },
] as const;

/** Parameters of an acquirer's return after an approval. */
const APPROVAL = {
  reference: 'ABCDEF0123456789',
  tid: '10012107181449000098',
  returnCode: '00',
  returnMessage: 'Success.',
  'threeDSecure.returnCode': '200',
  authorizationCode: '654321',
  status: '6',
  transStatus: 'Y',
};

onSceneSqliteByDay('3-D Secure: attacks on the redirect to the acquirer and the return', {}, (scene) => {
  const { service, browser, start, pass, statusOf } = scene;

  const post = (url: string, body: string | Buffer, headers: Readonly<Record<string, string>> = FORM) =>
    browser.send(url, { method: 'POST', headers, body });
  const postApproval = (sale: StartedSale) => post(sale.returnUrl, new URLSearchParams(APPROVAL).toString());
  const eventsOf = async ({ id }: StartedSale) => {
    const { events } = await service.command('transaction', 'show', id);
    return (events as { kind: string }[]).map(({ kind }) => kind).filter((kind) => kind !== 'postback');
  };
  const questionsAbout = async ({ record }: StartedSale) => {
    const { requests } = (await service.send({ path: '/__sim/requests?limit=500' })).json() as {
      requests: readonly Fields[];
    };
    const { providerReference } = record.card;
    return requests.filter(
      ({ operation, theirId }) =>
        operation === 'continue_after_authentication' && theirId === providerReference,
    ).length;
  };

  test('the buyer is redirected to the acquirer without a referrer, and nothing is cached', async () => {
    const sale = await start();
    const first = await browser.send(sale.url, {});
    assert.match(locationOf(first), /^http:\/\/localhost:\d+\/__sim\/challenge\//);
    assert.equal(first.headers['referrer-policy'], 'no-referrer');
    assert.equal(first.headers['cache-control'], 'no-store');
    assert.equal(first.headers['set-cookie'], undefined);
  });

  test('nothing in the request changes the target', async () => {
    const sale = await start();
    const location = locationOf(await browser.send(sale.url, {}));
    const evil = 'https://evil.example/';
    for (const query of [
      `?url=${evil}`,
      `?returnUrl=${evil}&redirectUrl=${evil}`,
      '?vez=1',
      '?//evil.example',
    ]) {
      assert.equal(locationOf(await browser.send(sale.url + query, {})), location, query);
    }
    for (const headers of [
      { Host: 'evil.example' },
      { 'X-Forwarded-Host': 'evil.example', 'X-Forwarded-Proto': 'https' },
      { Referer: evil, Origin: evil },
    ]) {
      assert.equal(locationOf(await browser.send(sale.url, { headers })), location);
      const back = await browser.send(sale.returnUrl, { method: 'POST', headers });
      assert.equal(locationOf(back), sale.returnUrl);
      const page = await browser.send(`${sale.returnUrl}?returnUrl=${evil}`, { headers });
      assert.doesNotMatch(page.text, /evil\.example/);
    }
    assert.equal(await statusOf(sale), STARTED);
  });

  test('the start is recorded once; a prefetch or HEAD is not recorded', async () => {
    const sale = await start();
    await browser.send(sale.url, { method: 'HEAD' });
    await browser.send(sale.returnUrl, { method: 'HEAD' });
    for (const headers of AHEAD) {
      const ahead = await browser.send(sale.url, { headers });
      assert.deepEqual([ahead.status, ahead.headers.location], [503, undefined]);
      assert.match(String(ahead.headers['cache-control']), /no-store/);
      await browser.send(sale.returnUrl, { headers });
    }
    assert.deepEqual(await eventsOf(sale), ['sent', 'answered']);
    assert.equal(await questionsAbout(sale), 0);
    await Promise.all(Array.from({ length: 5 }, () => browser.send(sale.url, {})));
    assert.deepEqual(await eventsOf(sale), ['sent', 'answered', 'buyer_left']);
  });

  test('a browser that returns too early changes nothing and may continue', async () => {
    const sale = await start();
    const page = await browser.go(sale.returnUrl);
    assert.equal(headingOf(page), WAITING_HEADING);
    assert.match(page.text, /<meta http-equiv="refresh" content="2; url=[^"]+\/return\?vez=1">/);
    assert.ok(page.text.includes(`href="${sale.url}"`));
    assert.equal(await statusOf(sale), STARTED);
    assert.equal(headingOf(await pass(sale)), WAITING_HEADING, 'the next question comes two seconds later');
    service.clock.advance(2_100);
    assert.equal(headingOf(await browser.go(`${sale.returnUrl}?vez=1`)), 'Pagamento autorizado');
    assert.equal(await statusOf(sale), CAPTURED);
    assert.deepEqual(await eventsOf(sale), ['sent', 'answered', 'buyer_returned', 'buyer_left', 'answered']);
  });

  test('a forged approval before the buyer acts changes nothing', async () => {
    const sale = await start();
    assert.equal(locationOf(await postApproval(sale)), sale.returnUrl);
    const inTheQuery = await browser.go(`${sale.returnUrl}?${new URLSearchParams(APPROVAL)}`);
    assert.equal(headingOf(inTheQuery), WAITING_HEADING);
    assert.equal(await statusOf(sale), STARTED);
  });

  test('a forged approval after a refusal changes nothing', async () => {
    const sale = await start();
    await browser.submit(await browser.go(sale.url), { codigo: 'wrong' });
    const refused = (await scene.recordOf(sale)).top;
    assert.equal(refused.status, DENIED);
    for (let times = 0; times < 3; times += 1) await postApproval(sale);
    assert.deepEqual((await scene.recordOf(sale)).top, refused);
    assert.equal(await questionsAbout(sale), 1);
  });

  test('twenty browsers at once: one query, one result, one event of each kind', async () => {
    const sale = await start();
    const page = await browser.go(sale.url);
    const body = new URLSearchParams({ codigo: codeOn(page) }).toString();
    const onward = await post(page.url, body);
    assert.equal(locationOf(onward), sale.returnUrl);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        index % 2 ? postApproval(sale) : browser.send(sale.returnUrl, {}),
      ),
    );
    for (const { status } of all) assert.ok(status === 200 || status === 303);
    assert.equal(await statusOf(sale), CAPTURED);
    assert.equal(await questionsAbout(sale), 1);
    assert.deepEqual(await eventsOf(sale), ['sent', 'answered', 'buyer_left', 'buyer_returned', 'answered']);
  });

  test('replays for minutes after the result change nothing', async () => {
    const sale = await start();
    await pass(sale);
    const { top } = await scene.recordOf(sale);
    const events = await eventsOf(sale);
    for (let times = 0; times < 5; times += 1) {
      await postApproval(sale);
      await browser.go(sale.url);
    }
    assert.deepEqual((await scene.recordOf(sale)).top, top);
    assert.deepEqual(await eventsOf(sale), events);
  });

  test('the return of one sale does not affect another', async () => {
    const [mine, theirs] = [await start(), await start()];
    await browser.submit(await browser.go(mine.url), { codigo: 'wrong' });
    const { record } = mine;
    const names = {
      ...APPROVAL,
      transactionId: theirs.id,
      tid: String(theirs.record.card.providerReference),
      token: theirs.url.split('/').at(-1) ?? '',
    };
    await post(mine.returnUrl, new URLSearchParams(names).toString());
    await browser.go(`${mine.returnUrl}?${new URLSearchParams(names)}`);
    assert.equal(await statusOf(theirs), STARTED);
    assert.equal((await scene.recordOf(mine)).card.providerReference, record.card.providerReference);
    assert.equal(await questionsAbout(theirs), 0);
  });

  test('an unknown address is a 404, whatever its form', async () => {
    const { url } = await start();
    const base = url.slice(0, url.lastIndexOf('/') + 1);
    const token = url.slice(base.length);
    const unknown = [
      ...[token.toLowerCase(), `${token}x`, token.slice(0, -1), 'A'.repeat(43), '0', '-', '%27or%201=1--'],
      ...['..%2f..%2fetc%2fpasswd', 'x'.repeat(190), '%F0%9F%98%80', '__proto__', '%3Cscript%3E', '%00'],
    ].filter((other) => other !== token);
    for (const other of unknown) {
      for (const path of [`${base}${other}`, `${base}${other}/return`]) {
        const answer = await browser.send(path, {});
        assert.equal(answer.status, 404, path);
        assert.equal(headingOf(answer), 'Endereço não encontrado', path);
        assert.equal((await post(path, 'a=1')).status, path.endsWith('/return') ? 404 : 405, path);
      }
    }
  });

  const BODIES: readonly (readonly [string | undefined, string | Buffer])[] = [
    ['application/x-www-form-urlencoded', 'a=%'],
    ['application/json', '{"broken'],
    ['application/json', ''],
    ['multipart/form-data; boundary=x', '--x'],
    ['text/xml', '<a>'],
    ['image/png', Buffer.from([0, 255, 0])],
    ['garbage;;', 'x'],
    ['', 'x'],
    [undefined, 'x'],
    [undefined, ''],
  ];
  for (const [type, body] of BODIES) {
    test(`a return with ${JSON.stringify(type)} is accepted`, async () => {
      const sale = await start();
      const answer = await post(sale.returnUrl, body, type === undefined ? {} : { 'Content-Type': type });
      assert.equal(locationOf(answer), sale.returnUrl);
    });
  }

  test('a body above 64 KiB is refused, as a page, and changes nothing', async () => {
    const sale = await start();
    assert.equal((await post(sale.returnUrl, 'x'.repeat(64 * 1024))).status, 303);
    const answer = await post(sale.returnUrl, 'x'.repeat(64 * 1024 + 1));
    assert.equal(answer.status, 413);
    assertPage(answer);
    assert.equal(await statusOf(sale), STARTED);
  });

  test('other methods are refused', async () => {
    const sale = await start();
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      assert.equal((await browser.send(sale.url, { method })).status, 405, method);
      assert.equal((await browser.send(sale.returnUrl, { method })).status, 405, method);
    }
    assert.equal(await statusOf(sale), STARTED);
  });

  test('returnUrl: any scheme but http(s), and any deceptive address, is refused', async () => {
    const addresses = [
      ...[
        'javascript:alert(1)',
        'JavaScript:alert(1)//https://',
        'java\nscript:alert(1)',
        'data:text/html,x',
      ],
      ...['vbscript:x', 'file:///etc/passwd', 'intent://x#Intent;end', '//evil.example', '/\\evil.example'],
      ...[
        'https:evil.example',
        'https:/evil.example',
        'https://',
        'https://u:p@shop.example',
        'https://a@b@c',
      ],
      ...[
        'https://shop.example/\r\nSet-Cookie: a=1',
        'https://shop.example/\t',
        'https://shop.example/\u007f',
      ],
      ...[' https://shop.example', 'https://sh op.example', 'https://shop.example:99999', 'https://[::1'],
    ];
    for (const returnUrl of addresses) {
      const answer = await postJson(service, authenticatedSale('debit', { top: { returnUrl } }));
      assertRefused(answer, 400, 'return_url_invalid', 'returnUrl');
    }
  });

  const RETURNS: readonly (readonly [string, (hints: string) => string])[] = [
    ['https://shop.example/fim', (hints) => `https://shop.example/fim?${hints}`],
    ['https://shop.example/?a=1&b=%20x#topo', (hints) => `https://shop.example/?a=1&b=%20x&${hints}#topo`],
    ['http://shop.example:8081/#/fim?x=1', (hints) => `http://shop.example:8081/?${hints}#/fim?x=1`],
    [
      'https://shop.example/?status=6&transactionId=x&referenceId=y&z',
      (hints) => `https://shop.example/?z&${hints}`,
    ],
  ];
  for (const [returnUrl, expected] of RETURNS) {
    test(`with returnUrl ${returnUrl} the browser is redirected there with the result parameters`, async () => {
      for (const referenceId of [undefined, `pedido 1&status=6#${HOSTILE}`.slice(0, 100), 'linha\r\nX: 1']) {
        const sale = await start('debit', { top: { returnUrl, referenceId } });
        const last = await browser.submit(await browser.go(sale.url), { codigo: 'wrong' });
        const hints = new URLSearchParams({
          transactionId: sale.id,
          ...(referenceId === undefined ? {} : { referenceId }),
          status: String(DENIED),
        });
        assert.equal(locationOf(last), expected(hints.toString()));
        assert.equal(locationOf(await browser.send(sale.url, {})), locationOf(last), 'also much later');
        assert.equal(locationOf(await postApproval(sale)), locationOf(last));
      }
    });
  }

  test('no text of a sale becomes markup on any page', async () => {
    const added = await service.command(
      ...['person', 'add', '--document', '11222333000181', '--name', HOSTILE, '--role', 'seller'],
    );
    await service.command('person', 'activate', String(added.id));
    const pair = apiPairOf(await issueCredential(service, String(added.id), 'api'));
    const hostileSale = authenticatedSale('debit', {
      top: {
        description: HOSTILE,
        referenceId: HOSTILE,
        customer: { name: HOSTILE, document: '<b>&"\'</b>' },
        userAgent: HOSTILE,
        device: BUYER.device,
      },
      card: { softDescriptor: HOSTILE },
      cardInfo: { holderName: HOSTILE, brand: '"><b onload=x>' },
    });
    for (const codigo of ['right', 'wrong']) {
      const answer = await postJson(service, hostileSale, pair);
      const { redirectUrl } = answer.json() as { redirectUrl: string };
      const question = await browser.go(redirectUrl);
      const code = codigo === 'right' ? codeOn(question) : codigo;
      const pages = [question, await browser.go(`${redirectUrl}/return`)];
      await browser.submit(question, { codigo: code });
      service.clock.advance(2_100);
      pages.push(await browser.go(`${redirectUrl}/return`));
      assert.match(headingOf(pages[2] as Step), codigo === 'right' ? /autorizado/ : /não autorizado/);
      for (const page of pages) {
        assertPage(page);
        assert.doesNotMatch(page.text, /<script|<img|<b[ >]|\sonload=x>/);
      }
      assert.match(pages[1]?.text ?? '', /&lt;script&gt;/);
      assert.match(pages[2]?.text ?? '', /&lt;script&gt;/);
    }
  });

  test('pages show the shop by its trade name', async () => {
    const page = await browser.go(
      (await start('debit', { top: { description: 'Café da manhã' } })).returnUrl,
    );
    assert.match(page.text, /<dt>Loja<\/dt><dd>Vendedor de Demonstração<\/dd>/);
    assert.match(page.text, /<dt>Compra<\/dt><dd>Café da manhã<\/dd>/);
  });

  test('a sale without 3-D Secure has no redirect address', async () => {
    const answer = await postJson(service, saleBody());
    assert.equal('redirectUrl' in (answer.json() as object), false);
    const { transactionId } = answer.json() as { transactionId: string };
    const { origin } = new URL((await start()).url);
    for (const path of [`/3ds/${transactionId}`, `/3ds/${transactionId}/return`]) {
      assert.equal((await browser.send(origin + path, {})).status, 404);
    }
    assert.equal((await service.send({ path: `${TRANSACTIONS_PATH}/3ds` })).status, 401);
  });
});

/** Asserts a page's headers: no script, styles by hash, no frames, no caching. */
function assertPage(answer: Step): void {
  assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['referrer-policy'], 'no-referrer');
  assert.equal(answer.headers['x-content-type-options'], 'nosniff');
  const style = /<style>([^<]*)<\/style>/.exec(answer.text)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  const policy = String(answer.headers['content-security-policy']);
  assert.ok(policy.startsWith(`default-src 'none'; style-src 'sha256-${hash}';`), policy);
  assert.match(policy, /frame-ancestors 'none'/);
  assert.doesNotMatch(answer.text, /<script|\sstyle="|javascript:/i);
}
