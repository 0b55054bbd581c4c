import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const FRESH_MS = 5 * 60_000;
const DAY_MS = 24 * 60 * 60_000;

interface Made {
  readonly name: string;
  readonly secret: string;
  readonly signingSecret: string | null;
}
interface Listed {
  readonly items: {
    id: number;
    kind: string;
    label: string | null;
    state: string;
    lastUsedAt: string | null;
  }[];
  readonly next: string | null;
}

onSqliteByDay('The keys of a shop in the panel', {}, (service) => {
  test('a pair is shown once, works at once, and stops once revoked', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const made = okJson<Made>(await browser.call('POST', '/keys', { kind: 'api', label: 'Loja virtual' }));
    assert.equal((await tried(service, made)).status, 200);
    const answer = await browser.call('GET', '/keys');
    const [newest] = okJson<Listed>(answer).items;
    assert.equal(newest?.label, 'Loja virtual');
    assert.ok(!answer.text.includes(made.secret));
    okJson(await browser.call('DELETE', `/keys/${newest?.id}`));
    service.clock.advance(10_000);
    assert.equal((await tried(service, made)).status, 401);
    assert.equal(okJson<Listed>(await browser.call('GET', '/keys')).items[0]?.state, 'revoked');
    assertRefused(await browser.call('DELETE', `/keys/${newest?.id}`), 404, 'credential_unknown');
  });

  test('an integration key opens the operational interface until it expires', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    const { secret } = okJson<Made>(
      await browser.call('POST', '/keys', { kind: 'integration', expiresInDays: 30 }),
    );
    const list = () => service.send({ path: `/Produto/GetByPessoaId?key=${secret}` });
    assert.equal((await list()).status, 200);
    service.clock.advance(30 * DAY_MS);
    assert.equal((await list()).status, 401);
  });

  test('a key whose last day is the 31st is not listed as valid on the 1st', async () => {
    const { id, browser } = await newShop(service, '86288366757');
    await service.command(
      'credential',
      'issue',
      '--person',
      String(id),
      '--kind',
      'api',
      '--expires',
      '2999-12-31',
    );
    const { items } = okJson<{ items: { expiresAt: string | null }[] }>(
      await browser.call('GET', `/keys?person=${id}`),
    );
    assert.ok(items.some(({ expiresAt }) => expiresAt === '3000-01-01T02:59:59.999Z'));
  });

  test('the first pair of a shop comes with the signing secret of its postbacks, the second without', async () => {
    const { id, browser } = await newShop(service, '39053344705');
    const first = okJson<Made>(await browser.call('POST', `/keys?person=${id}`, { kind: 'api' }));
    assert.match(first.signingSecret ?? '', /^whsec_/);
    const second = okJson<Made>(await browser.call('POST', `/keys?person=${id}`, { kind: 'api' }));
    assert.equal(second.signingSecret, null);
    const { items } = okJson<Listed>(await browser.call('GET', `/keys?person=${id}`));
    assert.deepEqual(items.map(({ kind }) => kind).sort(), ['api', 'api', 'postback']);
  });

  test('creating and revoking need a recent second factor', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    service.clock.advance(FRESH_MS);
    assertRefused(await browser.call('POST', '/keys', { kind: 'api' }), 403, 'second_factor_needed');
    assertRefused(await browser.call('DELETE', '/keys/1'), 403, 'second_factor_needed');
    okJson(await browser.call('GET', '/keys'));
  });

  test('a shop can neither see nor revoke the keys of another', async () => {
    const { id, browser: operator } = await newShop(service, '15350946056');
    okJson(await operator.call('POST', `/keys?person=${id}`, { kind: 'api' }));
    const { items } = okJson<Listed>(await operator.call('GET', `/keys?person=${id}`));
    const browser = browserOf(service);
    okJson(await browser.logIn());
    assertRefused(await browser.call('GET', `/keys?person=${id}`), 404, 'person_foreign');
    for (const foreign of items) {
      assertRefused(await browser.call('DELETE', `/keys/${foreign.id}`), 404, 'credential_unknown');
    }
    for (const odd of ['0', '-1', 'x', '9'.repeat(20)]) {
      assertRefused(await browser.call('DELETE', `/keys/${odd}`), 404, 'record_unknown');
    }
  });

  test('each page starts where the previous one ended; an invalid kind, lifetime or name is refused', async () => {
    const browser = browserOf(service);
    okJson(await browser.logIn());
    for (let made = 0; made < 3; made += 1) okJson(await browser.call('POST', '/keys', { kind: 'postback' }));
    const first = okJson<Listed>(await browser.call('GET', '/keys?limit=2'));
    assert.equal(first.items.length, 2);
    const rest = okJson<Listed>(await browser.call('GET', `/keys?limit=200&cursor=${first.next}`));
    const ids = [...first.items, ...rest.items].map(({ id }) => id);
    assert.deepEqual(
      ids,
      [...new Set(ids)].sort((a, b) => b - a),
    );
    assert.equal(rest.next, null);
    for (const body of [{}, { kind: 'login' }, { kind: 'api', expiresInDays: 0 }]) {
      assertRefused(await browser.call('POST', '/keys', body), 400, 'field_invalid');
    }
    const twoLines = { kind: 'api', label: 'uma\nduas' };
    assertRefused(await browser.call('POST', '/keys', twoLines), 400, 'label_invalid');
    assertRefused(await browser.call('GET', '/keys?cursor=abc'), 400, 'field_invalid');
  });
});

function tried(service: TestService, { name, secret }: Made) {
  const headers = { authenticationApi: name, authenticationKey: secret };
  return service.send({ path: '/v1/transactions?referenceId=pedido-1', headers });
}

/** Another active shop, and a logged-in operator. */
async function newShop(service: TestService, document: string) {
  const added = await service.command(
    ...['person', 'add', '--role', 'seller', '--name', 'Outra Loja', '--document', document],
  );
  const id = Number(added.id);
  await service.command('person', 'activate', String(id));
  const browser = browserOf(service);
  okJson(await browser.logIn(OPERATOR));
  return { id, browser };
}
