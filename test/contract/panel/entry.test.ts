import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const MINUTE_MS = 60_000;

onSqliteByDay('Logging in to the panel', {}, (service) => {
  test('a login opens a session for the next calls, and a logout ends it for good', async () => {
    const browser = browserOf(service);
    assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
    const entered = okJson(await browser.logIn());
    assert.equal(entered.kind, 'logged_in');
    const me = okJson<{ person: { document: string }; permissions: string[] }>(
      await browser.call('GET', '/session'),
    );
    assert.equal(me.person.document, SELLER.login);
    assert.ok(me.permissions.includes('team.write'));
    const cookie = browser.cookie();
    okJson(await browser.call('DELETE', '/session'));
    browser.useCookie(cookie);
    assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
  });

  test('the cookie is HttpOnly and same-site, and a new one after each login', async () => {
    const browser = browserOf(service);
    const first = await browser.logIn();
    const [cookie = ''] = first.headers['set-cookie'] ?? [];
    assert.match(cookie, /^guiche=[A-Za-z0-9_-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    const old = browser.cookie();
    await browser.logIn();
    assert.notEqual(browser.cookie(), old);
    browser.useCookie(old);
    assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
  });

  test('a token chosen by somebody else opens nothing, and a login does not adopt it', async () => {
    const browser = browserOf(service);
    const planted = `guiche=${'A'.repeat(43)}`;
    browser.useCookie(planted);
    assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
    okJson(await browser.logIn());
    assert.notEqual(browser.cookie(), planted);
  });

  test('a wrong password and an unknown document are answered alike', async () => {
    const wrong = await browserOf(service).logIn({ ...SELLER, password: 'outra senha qualquer' });
    const unknown = await browserOf(service).logIn({
      login: '39053344705',
      password: 'outra senha qualquer',
    });
    assertRefused(wrong, 401, 'login_invalid');
    assertRefused(unknown, 401, 'login_invalid');
    const message = (answer: { json(): unknown }) =>
      (answer.json() as { error: { message: string } }).error.message;
    assert.equal(message(wrong), message(unknown));
    assert.equal(wrong.headers['set-cookie'], undefined);
  });

  test('of the logins that a lock refuses one in a minute is in the audit, under its person', async () => {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const login = 'ines@loja.example';
    const password = 'capivara marrom 23';
    const { link } = okJson<{ link: { url: string } }>(
      await admin.call('POST', '/team', { name: 'Inês', email: login, role: 'read' }),
    );
    const token = link.url.split('#')[1] ?? '';
    okJson(await browserOf(service).call('POST', '/invitation/join', { token, password }));
    for (let tries = 0; tries < 10; tries += 1)
      await browserOf(service).logIn({ login, password: `não ${tries}` });
    for (let minute = 0; minute < 2; minute += 1) {
      for (let tries = 0; tries < 3; tries += 1) {
        assertRefused(await browserOf(service).logIn({ login, password }), 429, 'login_locked');
      }
      service.clock.advance(MINUTE_MS);
    }
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const { items } = okJson<{ items: { result: string; forPerson: { id: number } | null }[] }>(
      await operator.call('GET', '/audit?of=1&operation=painel%20POST%20%2Fsession'),
    );
    const results = items.map(({ result, forPerson }) => `${result} ${forPerson?.id}`);
    assert.equal(results.filter((result) => result === 'login_locked 1').length, 2, results.join());
    assert.equal(results.filter((result) => result === 'login_invalid 1').length >= 10, true, results.join());
  });

  test('a session ends when idle: after 60 minutes for sellers, 15 for the platform', async () => {
    for (const [who, minutes] of [
      [SELLER, 60],
      [OPERATOR, 15],
    ] as const) {
      const browser = browserOf(service);
      okJson(await browser.logIn(who));
      service.clock.advance((minutes - 1) * MINUTE_MS);
      okJson(await browser.call('POST', '/session/keep'));
      service.clock.advance((minutes - 1) * MINUTE_MS);
      okJson(await browser.call('POST', '/session/keep'));
      service.clock.advance(minutes * MINUTE_MS);
      assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
    }
  });

  test('automatic refreshes do not keep a session alive, and none lasts longer than 12 hours', async () => {
    const idle = browserOf(service);
    okJson(await idle.logIn());
    for (let minutes = 0; minutes < 60; minutes += 20) {
      okJson(await idle.call('GET', '/session'));
      service.clock.advance(20 * MINUTE_MS);
    }
    assertRefused(await idle.call('GET', '/session'), 401, 'session_missing');
    const busy = browserOf(service);
    okJson(await busy.logIn());
    for (let hours = 0; hours < 12; hours += 0.5) {
      okJson(await busy.call('POST', '/session/keep'));
      service.clock.advance(30 * MINUTE_MS);
    }
    assertRefused(await busy.call('POST', '/session/keep'), 401, 'session_missing');
  });

  test('a write that another site may have sent is refused and changes nothing', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const cookie = browser.cookie() ?? '';
    const headerSets: Record<string, string>[] = [
      { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site' },
      { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-site' },
      { 'Content-Type': 'application/json', Origin: 'https://evil.example' },
      { 'Content-Type': 'application/json' },
      { 'Content-Type': 'text/plain', 'Sec-Fetch-Site': 'same-origin' },
      { 'Content-Type': 'application/x-www-form-urlencoded', 'Sec-Fetch-Site': 'same-origin' },
    ];
    for (const headers of headerSets) {
      const answer = await service.send({
        method: 'DELETE',
        path: '/painel/api/session',
        headers: { ...headers, Cookie: cookie },
        body: '{}',
      });
      assertRefused(answer, 403, 'cross_site');
    }
    okJson(await browser.call('GET', '/session'));
  });

  test('a browser that sends no Sec-Fetch-Site is checked by its Origin', async () => {
    const answer = await service.send({
      method: 'POST',
      path: '/painel/api/session',
      headers: {
        'Content-Type': 'application/json',
        Origin: service.address().replace('127.0.0.1', 'localhost'),
      },
      body: JSON.stringify(SELLER),
    });
    okJson(answer);
  });

  test('one session, or all others, can be ended from another browser', async () => {
    const here = browserOf(service);
    const there = browserOf(service);
    const elsewhere = browserOf(service);
    for (const browser of [here, there, elsewhere]) okJson(await browser.logIn());
    const listed = okJson<{ items: { id: string; current: boolean; agent: string }[] }>(
      await here.call('GET', '/security/sessions'),
    );
    assert.equal(listed.items.filter(({ current }) => current).length, 1);
    const mine = listed.items.find(({ current }) => current);
    assert.ok(mine?.agent.includes('Chrome'));
    okJson(await here.call('DELETE', '/security/sessions'));
    for (const browser of [there, elsewhere]) {
      assertRefused(await browser.call('GET', '/session'), 401, 'session_missing');
    }
    okJson(await here.call('DELETE', `/security/sessions/${mine?.id}`));
    assertRefused(await here.call('GET', '/session'), 401, 'session_missing');
  });

  test('at the root, a browser is redirected to the panel, and a program gets a description of the service', async () => {
    const browser = await service.send({ path: '/', headers: { Accept: 'text/html,*/*' } });
    assert.equal(browser.status, 303);
    assert.equal(browser.headers.location, '/painel');
    const program = okJson(await service.send({ path: '/' }));
    assert.equal(program.docs, '/docs');
    assert.equal(program.ready, '/health/ready');
  });
});
