import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachEngine, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, told } from './panel-client.ts';

const PASSWORD = 'capivara laranja 64';
const STEP_UP_MS = 10 * 60_000;

interface Person {
  readonly id: number;
  readonly status: string;
  readonly like: readonly { readonly id: number; readonly same: string }[];
  readonly heldUntil: string | null;
}

onEachEngine('Persons in the panel', {}, (service) => {
  test('a person that waits is activated once, and its link sets the password that it logs in with', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '529.982.247-25', name: 'Padaria Bom Pão' });
    const waiting = told<{ items: Person[] }>(await operator.call('GET', '/persons?status=waiting'));
    assert.deepEqual(
      waiting.items.find((one) => one.id === id)?.like.map(({ same }) => same),
      ['document'],
      'the operator has this document',
    );
    assertRefused(await operator.call('POST', `/persons/${id}/activate`), 409, 'document_taken');
    told(await operator.call('PATCH', `/persons/${id}`, { document: '11222333000181', name: 'Padaria' }));
    const link = told<{ url: string }>(await operator.call('POST', `/persons/${id}/activate`));
    assertRefused(await operator.call('POST', `/persons/${id}/activate`), 409, 'person_active');
    await setPassword(service, link.url);
    told(await browserOf(service).logIn({ login: '11.222.333/0001-81', password: PASSWORD }));
  });

  test('a refusal needs a reason, which stays in the audit', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '39053344705', name: 'Engano Ltda' });
    assertRefused(
      await operator.call('POST', `/persons/${id}/refuse`, { reason: '  ' }),
      400,
      'reason_missing',
    );
    told(await operator.call('POST', `/persons/${id}/refuse`, { reason: 'não respondeu ao telefone' }));
    assertRefused(await operator.call('GET', `/persons/${id}`), 404, 'person_foreign');
  });

  test('a person that is deactivated is out at once, and comes back', async () => {
    const operator = await logIn(service);
    const seller = browserOf(service);
    told(await seller.logIn());
    const reason = 'a pedido da loja';
    told(await operator.call('POST', '/persons/1/deactivate', { reason }));
    assertRefused(await seller.call('GET', '/session'), 401, 'session_missing');
    assertRefused(await operator.call('POST', '/persons/1/link'), 403, 'person_inactive');
    told(await operator.call('POST', '/persons/1/reactivate'));
    told(await seller.logIn());
    const own = told<{ me: { person: { id: number } } }>(await browserOf(service).logIn(OPERATOR)).me;
    assertRefused(
      await operator.call('POST', `/persons/${own.person.id}/deactivate`, { reason }),
      409,
      'person_own',
    );
  });

  test('links and deactivations ask for the password again', async () => {
    const operator = await logIn(service);
    service.clock.advance(STEP_UP_MS);
    for (const [path, body] of [
      ['/persons/1/link', {}],
      ['/persons/1/deactivate', { reason: 'x' }],
    ] as const) {
      assertRefused(await operator.call('POST', path, body), 403, 'second_factor_needed');
    }
  });

  test('a login that is held back after wrong passwords is shown, and unlocked', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '86288366757', name: 'Esquecida' });
    const link = told<{ url: string }>(await operator.call('POST', `/persons/${id}/activate`));
    await setPassword(service, link.url);
    const who = { login: '86288366757', password: PASSWORD };
    for (let tries = 0; tries < 10; tries += 1) {
      await browserOf(service).logIn({ ...who, password: `senha errada ${tries}` });
    }
    assertRefused(await browserOf(service).logIn(who), 429, 'login_locked');
    const held = told<Person>(await operator.call('GET', `/persons/${id}`));
    assert.notEqual(held.heldUntil, null);
    const free = told<Person>(await operator.call('POST', `/persons/${id}/unlock`));
    assert.equal(free.heldUntil, null);
    told(await browserOf(service).logIn(who));
  });

  test('an integrator sees and edits only what it created, gives no access, and acts for it once it is active', async () => {
    const operator = await logIn(service);
    const made = await addPerson(operator, {
      document: '12345678000195',
      name: 'Integra Ltda',
      kind: 'integrator',
    });
    const link = told<{ url: string }>(await operator.call('POST', `/persons/${made.id}/activate`));
    await setPassword(service, link.url);
    const integrator = browserOf(service);
    told(await integrator.logIn({ login: '12345678000195', password: PASSWORD }));

    const shop = await addPerson(integrator, {
      document: '98765432100',
      name: 'Loja Nova',
      kind: 'operator',
    });
    const listed = told<{ items: (Person & { kind: string })[] }>(await integrator.call('GET', '/persons'));
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
    told(await integrator.call('PATCH', `/persons/${shop.id}`, { document: '98765432100', name: 'Loja 2' }));
    told(await operator.call('POST', `/persons/${shop.id}/activate`));
    told(await integrator.call('GET', `/keys?person=${shop.id}`));
    assertRefused(await integrator.call('GET', '/keys?person=1'), 404, 'person_foreign');
    const seller = browserOf(service);
    told(await seller.logIn());
    assertRefused(await seller.call('GET', '/persons'), 403, 'not_allowed');
  });

  test('search finds by words without accents, by document and by number, in pages', async () => {
    const operator = await logIn(service);
    const { id } = await addPerson(operator, { document: '01234567890', name: 'Açaí da Praça' });
    for (const search of ['acai praca', '012.345.678-90', '01234567890', String(id)]) {
      const { items } = told<{ items: Person[] }>(
        await operator.call('GET', `/persons?search=${encodeURIComponent(search)}`),
      );
      assert.ok(
        items.some((one) => one.id === id),
        search,
      );
    }
    const first = told<{ items: Person[]; next: string }>(await operator.call('GET', '/persons?limit=1'));
    const second = told<{ items: Person[] }>(
      await operator.call('GET', `/persons?limit=1&cursor=${first.next}`),
    );
    assert.ok((second.items[0]?.id ?? 0) < (first.items[0]?.id ?? 0));
  });
});

async function logIn(service: TestService): Promise<Browser> {
  const operator = browserOf(service);
  told(await operator.logIn(OPERATOR));
  return operator;
}

async function addPerson(browser: Browser, body: object): Promise<Person> {
  return told<Person>(await browser.call('POST', '/persons', body));
}

/** As the page of the link does it. */
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
