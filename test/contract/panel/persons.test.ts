import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeAt, stepAt } from '../../../src/accounts/second-factor/totp.ts';
import { fromBase32 } from '../../support/base32.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson } from './panel-client.ts';

const PASSWORD = 'capivara laranja 64';
const STEP_UP_MS = 10 * 60_000;

interface Person {
  readonly id: number;
  readonly status: string;
  readonly like: readonly { readonly id: number; readonly same: string }[];
  readonly heldUntil: string | null;
}

onSqliteByDay('Persons in the panel', {}, (service) => {
  test('a waiting person is activated once, and its link sets the login password', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '529.982.247-25', name: 'Padaria Bom Pão' });
    const waiting = okJson<{ items: Person[] }>(await operator.call('GET', '/persons?status=waiting'));
    assert.deepEqual(
      waiting.items.find((one) => one.id === id)?.like.map(({ same }) => same),
      ['document'],
      'the operator has this document',
    );
    assertRefused(await operator.call('POST', `/persons/${id}/activate`), 409, 'document_taken');
    okJson(await operator.call('PATCH', `/persons/${id}`, { document: '11222333000181', name: 'Padaria' }));
    const link = okJson<{ url: string }>(await operator.call('POST', `/persons/${id}/activate`));
    assertRefused(await operator.call('POST', `/persons/${id}/activate`), 409, 'person_active');
    await setPassword(service, link.url);
    okJson(await browserOf(service).logIn({ login: '11.222.333/0001-81', password: PASSWORD }));
  });

  test('a refusal needs a reason, which is kept in the audit log', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '39053344705', name: 'Engano Ltda' });
    assertRefused(
      await operator.call('POST', `/persons/${id}/refuse`, { reason: '  ' }),
      400,
      'reason_missing',
    );
    okJson(await operator.call('POST', `/persons/${id}/refuse`, { reason: 'não respondeu ao telefone' }));
    assertRefused(await operator.call('GET', `/persons/${id}`), 404, 'person_foreign');
  });

  test('a deactivated person is logged out at once, and can be reactivated', async () => {
    const operator = await logIn(service);
    const seller = browserOf(service);
    okJson(await seller.logIn());
    const reason = 'a pedido da loja';
    okJson(await operator.call('POST', '/persons/1/deactivate', { reason }));
    assertRefused(await seller.call('GET', '/session'), 401, 'session_missing');
    assertRefused(await operator.call('POST', '/persons/1/link'), 403, 'person_inactive');
    okJson(await operator.call('POST', '/persons/1/reactivate'));
    okJson(await seller.logIn());
    const own = okJson<{ me: { person: { id: number } } }>(await browserOf(service).logIn(OPERATOR)).me;
    assertRefused(
      await operator.call('POST', `/persons/${own.person.id}/deactivate`, { reason }),
      409,
      'person_own',
    );
  });

  test('activations, links and deactivations ask for the password again', async () => {
    const operator = await logIn(service);
    service.clock.advance(STEP_UP_MS);
    for (const [path, body] of [
      ['/persons/1/activate', {}],
      ['/persons/1/link', {}],
      ['/persons/1/deactivate', { reason: 'x' }],
    ] as const) {
      assertRefused(await operator.call('POST', path, body), 403, 'second_factor_needed');
    }
  });

  test("the platform's support can neither create nor change an operator", async () => {
    const admin = await logIn(service);
    const me = okJson<{ person: { id: number } }>(await admin.call('GET', '/session'));
    const support = await supportOf(service, admin, 'suporte-um@equipe.example');
    const body = { document: '15350946056', name: 'Segundo Operador', kind: 'operator' };
    assertRefused(await support.call('POST', '/persons', body), 403, 'not_allowed');
    const waiting = await addPerson(admin, body);
    for (const [method, path, given] of [
      ['PATCH', `/persons/${waiting.id}`, { document: body.document, name: 'Outro nome' }],
      ['POST', `/persons/${waiting.id}/activate`, {}],
      ['POST', `/persons/${waiting.id}/refuse`, { reason: 'x' }],
      ['POST', `/persons/${me.person.id}/link`, {}],
      ['POST', `/persons/${me.person.id}/unlock`, {}],
      ['POST', `/persons/${me.person.id}/settings`, { postbackDelaySeconds: 9, lateApproval: 'undo' }],
      ['POST', `/persons/${waiting.id}/deactivate`, { reason: 'x' }],
      ['POST', `/persons/${waiting.id}/reactivate`, {}],
    ] as const) {
      assertRefused(await support.call(method, path, given), 403, 'not_allowed');
    }
    assert.equal(okJson<Person>(await admin.call('GET', `/persons/${waiting.id}`)).status, 'waiting');
    okJson(await admin.call('POST', `/persons/${waiting.id}/activate`));
  });

  test("the platform's support creates password links only until the person has a password", async () => {
    const admin = await logIn(service);
    const support = await supportOf(service, admin, 'suporte-dois@equipe.example');
    const { id } = await addPerson(admin, { document: '74697196015', name: 'Loja da Rua' });
    okJson(await support.call('POST', `/persons/${id}/activate`));
    const link = okJson<{ url: string }>(await support.call('POST', `/persons/${id}/link`));
    const hasPassword = async () =>
      okJson<{ password: boolean }>(await support.call('GET', `/persons/${id}`)).password;
    assert.equal(await hasPassword(), false, 'the page shows what makes the link');
    await setPassword(service, link.url);
    assert.equal(await hasPassword(), true, 'and then hides it');
    assertRefused(await support.call('POST', `/persons/${id}/link`), 403, 'password_present');
    okJson(await browserOf(service).logIn({ login: '74697196015', password: PASSWORD }));
    okJson(await admin.call('POST', `/persons/${id}/link`));
  });

  test('a login blocked by wrong passwords is shown and can be unblocked', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '86288366757', name: 'Esquecida' });
    const link = okJson<{ url: string }>(await operator.call('POST', `/persons/${id}/activate`));
    await setPassword(service, link.url);
    const who = { login: '86288366757', password: PASSWORD };
    for (let tries = 0; tries < 10; tries += 1) {
      await browserOf(service).logIn({ ...who, password: `senha errada ${tries}` });
    }
    assertRefused(await browserOf(service).logIn(who), 429, 'login_locked');
    const held = okJson<Person>(await operator.call('GET', `/persons/${id}`));
    assert.notEqual(held.heldUntil, null);
    const free = okJson<Person>(await operator.call('POST', `/persons/${id}/unlock`));
    assert.equal(free.heldUntil, null);
    okJson(await browserOf(service).logIn(who));
  });

  test('an integrator sees and edits only persons it created, cannot activate them, and acts for them once active', async () => {
    const operator = await logIn(service);
    const made = await addPerson(operator, {
      document: '12345678000195',
      name: 'Integra Ltda',
      kind: 'integrator',
    });
    const link = okJson<{ url: string }>(await operator.call('POST', `/persons/${made.id}/activate`));
    await setPassword(service, link.url);
    const integrator = browserOf(service);
    okJson(await integrator.logIn({ login: '12345678000195', password: PASSWORD }));

    const shop = await addPerson(integrator, {
      document: '98765432100',
      name: 'Loja Nova',
      kind: 'operator',
    });
    const listed = okJson<{ items: (Person & { kind: string })[] }>(await integrator.call('GET', '/persons'));
    assert.deepEqual(
      listed.items.map(({ id, kind }) => [id, kind]),
      [[shop.id, 'seller']],
      'an integrator creates sellers only',
    );
    assertRefused(await integrator.call('GET', '/persons/1'), 404, 'person_foreign');
    assertRefused(
      await integrator.call('PATCH', '/persons/1', { document: '11144477735', name: 'Minha' }),
      404,
      'person_foreign',
    );
    assertRefused(await integrator.call('POST', `/persons/${shop.id}/activate`), 403, 'not_allowed');
    okJson(
      await integrator.call('PATCH', `/persons/${shop.id}`, { document: '98765432100', name: 'Loja 2' }),
    );
    okJson(await operator.call('POST', `/persons/${shop.id}/activate`));
    okJson(await integrator.call('GET', `/keys?person=${shop.id}`));
    assertRefused(await integrator.call('GET', '/keys?person=1'), 404, 'person_foreign');
    assert.equal(await resetterToldTo(service, integrator, shop.id), 'integrator');
    const seller = browserOf(service);
    okJson(await seller.logIn());
    assertRefused(await seller.call('GET', '/persons'), 403, 'not_allowed');
  });

  test('search finds by words without accents, by document and by id, page by page', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '01234567890', name: 'Açaí da Praça' });
    for (const search of ['acai praca', '012.345.678-90', '01234567890', String(id)]) {
      const { items } = okJson<{ items: Person[] }>(
        await operator.call('GET', `/persons?search=${encodeURIComponent(search)}`),
      );
      assert.ok(
        items.some((one) => one.id === id),
        search,
      );
    }
    const first = okJson<{ items: Person[]; next: string }>(await operator.call('GET', '/persons?limit=1'));
    const second = okJson<{ items: Person[] }>(
      await operator.call('GET', `/persons?limit=1&cursor=${first.next}`),
    );
    assert.ok((second.items[0]?.id ?? 0) < (first.items[0]?.id ?? 0));
  });
});

async function logIn(service: TestService): Promise<Browser> {
  const operator = browserOf(service);
  okJson(await operator.logIn(OPERATOR));
  return operator;
}

/** A member of the platform's support team. */
async function supportOf(service: TestService, admin: Browser, email: string): Promise<Browser> {
  const { link } = okJson<{ link: { url: string } }>(
    await admin.call('POST', '/team', { name: 'Suporte', email, role: 'platform_support' }),
  );
  const support = browserOf(service);
  const token = link.url.split('#')[1] ?? '';
  okJson(await support.call('POST', '/invitation/join', { token, password: PASSWORD }));
  okJson(await support.logIn({ login: email, password: PASSWORD }));
  return support;
}

async function addPerson(browser: Browser, body: object): Promise<Person> {
  return okJson<Person>(await browser.call('POST', '/persons', body));
}

/** As the page behind the link does. */
async function setPassword(service: TestService, url: string): Promise<void> {
  const { pathname } = new URL(url);
  const answer = await service.send({
    method: 'POST',
    path: pathname,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ senha: PASSWORD, repetida: PASSWORD }).toString(),
  });
  assert.ok(answer.status < 400, answer.text);
}

/** Whom a member of a shop is told of whose second factor an administrator removed. */
async function resetterToldTo(service: TestService, admin: Browser, shop: number): Promise<unknown> {
  const who = { login: 'membro@loja.example', password: PASSWORD };
  const { member, link } = okJson<{ member: { id: number }; link: { url: string } }>(
    await admin.call('POST', `/team?person=${shop}`, { name: 'Membro', email: who.login, role: 'read' }),
  );
  const browser = browserOf(service);
  const token = link.url.split('#')[1] ?? '';
  okJson(await browser.call('POST', '/invitation/join', { token, password: PASSWORD }));
  okJson(await browser.logIn(who));
  const { secret } = okJson<{ secret: string }>(await browser.call('POST', '/security/second-factor'));
  const code = codeAt(fromBase32(secret), stepAt(service.clock.now()));
  okJson(await browser.call('POST', '/security/second-factor/confirm', { code }));
  okJson(await admin.call('DELETE', `/team/${member.id}/second-factor?person=${shop}`));
  const { me } = okJson<{ me: { secondFactor: { reset: { by: string } | null } } }>(await browser.logIn(who));
  return me.secondFactor.reset?.by;
}
