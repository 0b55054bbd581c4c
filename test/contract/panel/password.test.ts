import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson } from './panel-client.ts';

const OLD = 'capivara lilás 17';
const NEW = 'tamanduá bandeira 18';
const LOCK_MS = 31 * 60_000;

onSqliteByDay('The own password, changed in the panel', {}, (service) => {
  test('takes the place of the old one: other sessions and older links end, this session stays', async () => {
    const { browser, login, id } = await memberOf(service, 'nina@loja.example');
    const elsewhere = browserOf(service);
    okJson(await elsewhere.logIn({ login, password: OLD }));
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const { url } = okJson<{ url: string }>(await admin.call('POST', `/team/${id}/link`));
    assert.equal(await change(browser, OLD, NEW), 'changed');
    okJson(await browser.call('GET', '/session'));
    assertRefused(await elsewhere.call('GET', '/session'), 401, 'session_missing');
    const token = url.split('#')[1] ?? '';
    assertRefused(await elsewhere.call('POST', '/invitation', { token }), 410, 'link_invalid');
    assertRefused(await elsewhere.logIn({ login, password: OLD }), 401, 'login_invalid');
    okJson(await elsewhere.logIn({ login, password: NEW }));
    assert.deepEqual(await auditOf(service, login), ['ok']);
  });

  test('is refused when it is unfit or the old one again, and then nothing changes', async () => {
    const { browser, login } = await memberOf(service, 'otto@loja.example');
    assert.equal(await change(browser, OLD, 'curta'), 'password_invalid');
    assert.equal(await change(browser, OLD, 'otto@loja.example'), 'password_common');
    assert.equal(await change(browser, OLD, OLD), 'password_repeated');
    assert.equal(await change(browser, OLD, ''), 'field_invalid');
    okJson(await browserOf(service).logIn({ login, password: OLD }));
  });

  test('refused new ones lock nobody out who types the current one right', async () => {
    const { browser, login } = await memberOf(service, 'quim@loja.example');
    const unfit = ['curta', login, OLD];
    const tries = [];
    for (let count = 0; count < 12; count += 1)
      tries.push(await change(browser, OLD, unfit[count % unfit.length] ?? ''));
    assert.deepEqual(new Set(tries), new Set(['password_invalid', 'password_common', 'password_repeated']));
    assert.equal(await change(browser, OLD, NEW), 'changed');
    okJson(await browserOf(service).logIn({ login, password: NEW }));
  });

  test('a wrong one counts as at the login, and locks both', async () => {
    const { browser, login } = await memberOf(service, 'pia@loja.example');
    const tries = [];
    for (let count = 0; count < 12; count += 1)
      tries.push(await change(browser, `senha errada ${count}`, NEW));
    assert.deepEqual(new Set(tries), new Set(['login_invalid', 'login_locked']));
    assert.equal(await change(browser, OLD, NEW), 'login_locked');
    assertRefused(await browserOf(service).logIn({ login, password: OLD }), 429, 'login_locked');
    const results = await auditOf(service, login);
    assert.equal(results.filter((result) => result === 'login_locked').length, 1, 'one row in a minute');
    assert.equal(results.filter((result) => result === 'login_invalid').length, 10);
    service.clock.advance(LOCK_MS);
    const later = browserOf(service);
    okJson(await later.logIn({ login, password: OLD }));
    assert.equal(await change(later, OLD, NEW), 'changed');
  });

  test('a person’s own ends its login keys too', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const document = '11222333000181';
    const { id } = okJson<{ id: number }>(
      await operator.call('POST', '/persons', { document, name: 'Padaria do Largo' }),
    );
    const { url } = okJson<{ url: string }>(await operator.call('POST', `/persons/${id}/activate`));
    await service.send({
      method: 'POST',
      path: new URL(url).pathname,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ senha: OLD, repetida: OLD }).toString(),
    });
    const logIn = (senha: string) =>
      service.send({
        method: 'POST',
        path: '/Login/Login',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ cpfCnpj: document, senha }),
      });
    const key = (okJson(await logIn(OLD)).pessoa as { key: string }).key;
    const ask = () => service.send({ method: 'GET', path: `/Produto/GetByPessoaId?key=${key}` });
    assert.equal((await ask()).status, 200);
    const browser = browserOf(service);
    okJson(await browser.logIn({ login: document, password: OLD }));
    assert.equal(await change(browser, OLD, NEW), 'changed');
    // An instance that saw the key moments ago may know it for some seconds.
    service.clock.advance(6_000);
    assert.equal((await ask()).status, 401);
    assert.equal((await logIn(OLD)).status, 401);
    assert.equal((await logIn(NEW)).status, 200);
  });
});

/** `changed`, or the code of the refusal. */
async function change(browser: Browser, current: string, password: string): Promise<string> {
  const answer = await browser.call('POST', '/security/password', { current, password });
  if (answer.status === 200) return 'changed';
  return (answer.json() as { error: { code: string } }).error.code;
}

async function memberOf(service: TestService, login: string) {
  const admin = browserOf(service);
  okJson(await admin.logIn());
  const { link, member } = okJson<{ link: { url: string }; member: { id: number } }>(
    await admin.call('POST', '/team', { name: 'Membro', email: login, role: 'read' }),
  );
  const browser = browserOf(service);
  const token = link.url.split('#')[1] ?? '';
  okJson(await browser.call('POST', '/invitation/join', { token, password: OLD }));
  okJson(await browser.logIn({ login, password: OLD }));
  return { browser, login, id: member.id };
}

/** The results of this member's changes of the password. */
async function auditOf(service: TestService, login: string): Promise<string[]> {
  const operator = browserOf(service);
  okJson(await operator.logIn(OPERATOR));
  const team = okJson<{ items: { id: number; email: string | null }[] }>(
    await operator.call('GET', '/team?person=1&limit=200'),
  );
  const user = team.items.find(({ email }) => email === login)?.id;
  const operation = encodeURIComponent('painel POST /security/password');
  const { items } = okJson<{ items: { result: string; operation: string }[] }>(
    await operator.call('GET', `/audit?user=${user}&operation=${operation}`),
  );
  return items.map(({ result }) => result);
}
