import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { permissionsOf, TEAM_ROLES, type TeamRole } from '../../../src/accounts/team/index.ts';
import type { AuditRow } from '../../../src/panel/audit/schema.ts';
import { panelRoutes } from '../../../src/panel/index.ts';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, type Browser, browserOf, OPERATOR, okJson, SELLER } from './panel-client.ts';

const PASSWORD = 'capivara azul 58';

/** The declared routes; listing them needs none of their dependencies. */
const ROUTES = panelRoutes({ accounts: {}, mode: 'sandbox' } as never, {} as never);

/** Permissions do not depend on the engine, so one role is enough on PostgreSQL. */
const ROLES = { sqlite: TEAM_ROLES, postgres: TEAM_ROLES.slice(-1) } as const;

test('only lists without a secret are sent compressed', () => {
  const compressed = ROUTES.filter((route) => 'compressed' in route && route.compressed);
  assert.deepEqual(compressed.map(({ method, path }) => `${method} ${path}`).toSorted(), [
    'GET /audit',
    'GET /clients',
    'GET /home',
    'GET /orders',
    'GET /persons',
    'GET /postbacks',
    'GET /products',
    'GET /receivables',
    'GET /receivables/days',
    'GET /reconciliation',
    'GET /recurrences',
    'GET /sales',
    'GET /till/sales',
  ]);
});

onSqliteByDay('Every call of the panel, for every role', {}, (service, engine) => {
  const browsers = new Map<TeamRole, Browser>();
  before(async () => {
    for (const role of ROLES[engine]) browsers.set(role, await memberOf(service, role));
  });

  for (const { method, path, access } of ROUTES) {
    const url = path.replace(/:\w+/g, '0');
    describe(`${method} ${path}`, () => {
      if (access === 'anybody') return;
      test('is closed without a session', async () => {
        const answer = await browserOf(service).call(method, url);
        assert.equal(answer.status, 401, answer.text);
      });
      if (access === 'half' || access === 'session') return;
      for (const role of ROLES[engine]) {
        const kind = role.startsWith('platform') ? 'operator' : 'seller';
        const allowed = permissionsOf(role, kind).has(access);
        test(`is ${allowed ? 'open' : 'closed'} to ${role}`, async () => {
          const browser = browsers.get(role);
          assert.ok(browser);
          const answer = await browser.call(method, url);
          const refused = answer.status === 403 && answer.text.includes('"not_allowed"');
          assert.equal(refused, !allowed, answer.text);
          assert.notEqual(answer.status, 401, answer.text);
        });
      }
    });
  }
});

/** The only calls of the panel's writes that are open to the platform's support, besides those about itself. */
const OF_SUPPORT = [
  'POST /attention/:id/retry',
  'POST /attention/:id/settle',
  'POST /attention/till/:id/settle',
  'POST /persons/:id/activate',
  'POST /persons/:id/link',
  'POST /persons/:id/refuse',
  'POST /postbacks/:transactionId/:version/resend',
  'POST /postbacks/resend-failed',
  'POST /postbacks/test',
  // Tries rules, and writes nothing.
  'POST /routing/test',
];

test('the platform’s support may activate, try again and settle, and write nothing else', () => {
  const may = permissionsOf('platform_support', 'operator');
  const open = ROUTES.flatMap(({ method, path, access }) => {
    const own = access === 'anybody' || access === 'half' || access === 'session';
    return method !== 'GET' && !own && may.has(access) ? [`${method} ${path}`] : [];
  });
  assert.deepEqual(open.toSorted(), OF_SUPPORT);
});

onSqliteByDay('What a role may not do', {}, (service) => {
  test('is refused, and in the audit with its user where it would have written', async () => {
    const support = await memberOf(service, 'platform_support');
    const reader = await memberOf(service, 'read');
    const profile = { document: '11144477735', name: 'Outro nome' };
    const tried = [
      [support, 'PATCH', '/persons/1', profile],
      [support, 'POST', '/persons/1/deactivate', { reason: 'x' }],
      [support, 'POST', '/persons/1/settings', { lateApproval: 'undo', postbackDelaySeconds: 9 }],
      [support, 'POST', '/persons/2/link', {}],
      [reader, 'POST', '/links', {}],
      [reader, 'GET', '/keys', {}],
    ] as const;
    for (const [browser, method, path, body] of tried) {
      const answer = await browser.call(method, path, body);
      assert.equal(answer.status, 403, `${method} ${path}: ${answer.text}`);
    }
    assert.equal((await reader.call('POST', '/products?person=2', {})).status, 403);
    const admin = browserOf(service);
    okJson(await admin.logIn(OPERATOR));
    const { items } = okJson<{ items: AuditRow[] }>(await admin.call('GET', '/audit'));
    const refused = items
      .filter(({ result }) => result === 'not_allowed')
      .map(({ title, user, forPerson }) => [title, user?.name, forPerson?.id]);
    assert.deepEqual(refused.toReversed(), [
      ['Mudou os dados de uma pessoa', 'platform_support', undefined],
      ['Desativou uma pessoa', 'platform_support', undefined],
      ['Mudou os ajustes de uma pessoa', 'platform_support', undefined],
      ['Gerou um link de senha', 'platform_support', undefined],
      ['Criou um link de pagamento', 'read', 1],
      ['Criou um produto', 'read', 1],
    ]);
    assert.ok(items.every(({ resultTitle }) => !/^Recusado \(not_allowed/.test(resultTitle)));
  });

  test('is in the audit once a minute, however often it is tried', async (t) => {
    t.after(service.clock.standStill());
    const reader = await memberOf(service, 'developer');
    const admin = browserOf(service);
    okJson(await admin.logIn(OPERATOR));
    const rows = async () => {
      const operation = encodeURIComponent('painel POST /links');
      const { items } = okJson<{ items: AuditRow[] }>(
        await admin.call('GET', `/audit?operation=${operation}`),
      );
      return items.filter(({ user }) => user?.name === 'developer').length;
    };
    const tryOften = async () => {
      const answers = await Promise.all(Array.from({ length: 120 }, () => reader.call('POST', '/links', {})));
      for (const answer of answers) assertRefused(answer, 403, 'not_allowed');
    };
    await tryOften();
    assert.equal(await rows(), 1);
    service.clock.advance(60_000);
    await tryOften();
    assert.equal(await rows(), 2);
  });
});

async function memberOf(service: TestService, role: TeamRole): Promise<Browser> {
  const admin = browserOf(service);
  okJson(await admin.logIn(role.startsWith('platform') ? OPERATOR : SELLER));
  const email = `${role}@equipe.example`;
  const { link } = okJson<{ link: { url: string } }>(
    await admin.call('POST', '/team', { name: role, email, role }),
  );
  const browser = browserOf(service);
  const token = link.url.split('#')[1] ?? '';
  okJson(await browser.call('POST', '/invitation/join', { token, password: PASSWORD }));
  okJson(await browser.logIn({ login: email, password: PASSWORD }));
  return browser;
}
