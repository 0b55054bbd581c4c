import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onSqliteByDay, type TestService } from '../../support/service.ts';
import { assertRefused, browserOf, OPERATOR, okJson } from './panel-client.ts';

const PASSWORD = 'capivara cinza 42';

onSqliteByDay('The team in the panel', {}, (service) => {
  test('an invited member sets a password once, and logs in by e-mail with the role', async () => {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const { token, id } = await invite(service, { email: 'bia@loja.example', role: 'finance' });
    const visitor = browserOf(service);
    const invited = okJson(await visitor.call('POST', '/invitation', { token }));
    assert.deepEqual(invited, { name: 'Bia', login: 'bia@loja.example' });
    assertRefused(
      await visitor.call('POST', '/invitation/join', { token, password: 'curta' }),
      400,
      'password_invalid',
    );
    okJson(await visitor.call('POST', '/invitation/join', { token, password: PASSWORD }));
    assertRefused(
      await visitor.call('POST', '/invitation/join', { token, password: PASSWORD }),
      410,
      'link_invalid',
    );
    okJson(await visitor.logIn({ login: 'BIA@loja.example ', password: PASSWORD }));
    const me = okJson<{ user: { role: string }; permissions: string[] }>(
      await visitor.call('GET', '/session'),
    );
    assert.equal(me.user.role, 'finance');
    assert.ok(me.permissions.includes('sales.refund'));
    assert.ok(!me.permissions.includes('keys.write'));

    okJson(await admin.call('PATCH', `/team/${id}`, { role: 'read' }));
    const changed = okJson<{ permissions: string[] }>(await visitor.call('GET', '/session'));
    assert.ok(!changed.permissions.includes('sales.refund'), 'a role acts at once');

    okJson(await admin.call('DELETE', `/team/${id}`));
    assertRefused(await visitor.call('GET', '/session'), 401, 'session_missing');
    assertRefused(
      await visitor.logIn({ login: 'bia@loja.example', password: PASSWORD }),
      401,
      'login_invalid',
    );
  });

  test('a new link voids the earlier one, and a new password ends the sessions of the old one', async () => {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    const first = await invite(service, { email: 'caio@loja.example', role: 'operation' });
    const renewed = okJson<{ url: string }>(await admin.call('POST', `/team/${first.id}/link`));
    const visitor = browserOf(service);
    assertRefused(await visitor.call('POST', '/invitation', { token: first.token }), 410, 'link_invalid');
    const token = tokenIn(renewed.url);
    okJson(await visitor.call('POST', '/invitation/join', { token, password: PASSWORD }));
    okJson(await visitor.logIn({ login: 'caio@loja.example', password: PASSWORD }));
    const again = okJson<{ url: string }>(await admin.call('POST', `/team/${first.id}/link`));
    const other = browserOf(service);
    okJson(
      await other.call('POST', '/invitation/join', {
        token: tokenIn(again.url),
        password: 'outra capivara 43',
      }),
    );
    assertRefused(await visitor.call('GET', '/session'), 401, 'session_missing');
  });

  test('a link ends after 72 hours', async () => {
    const { token } = await invite(service, { email: 'davi@loja.example', role: 'read' });
    service.clock.advance(72 * 60 * 60_000);
    assertRefused(await browserOf(service).call('POST', '/invitation', { token }), 410, 'link_invalid');
  });

  test('an e-mail address stands once in a team, and platform roles are not available to shops', async () => {
    const admin = browserOf(service);
    okJson(await admin.logIn());
    await invite(service, { email: 'eva@loja.example', role: 'read' });
    const refused = await admin.call('POST', '/team', {
      name: 'Eva',
      email: 'EVA@loja.example',
      role: 'read',
    });
    assertRefused(refused, 409, 'email_taken');
    for (const role of ['platform_admin', 'platform_read', 'owner', '']) {
      const answer = await admin.call('POST', '/team', { name: 'Fábio', email: 'fabio@loja.example', role });
      assert.equal(answer.status, 400, answer.text);
    }
    for (const email of ['fabio', 'fabio@', '@loja.example', 'fa bio@loja.example', 'fabio@loja']) {
      const answer = await admin.call('POST', '/team', { name: 'Fábio', email, role: 'read' });
      assertRefused(answer, 400, 'email_invalid');
    }
  });

  test('an address that another team has joins this one too, and is told what to type', async () => {
    const operator = browserOf(service);
    okJson(await operator.logIn(OPERATOR));
    const email = 'gil@loja.example';
    const { link } = okJson<{ link: { url: string } }>(
      await operator.call('POST', '/team', { name: 'Gil', email, role: 'platform_read' }),
    );
    const squatter = { token: tokenIn(link.url), password: 'outra capivara 44' };
    okJson(await operator.call('POST', '/invitation/join', squatter));
    const { token } = await invite(service, { email, role: 'finance' });
    const visitor = browserOf(service);
    const login = '111.444.777-35 gil@loja.example';
    const invited = okJson(await visitor.call('POST', '/invitation', { token }));
    assert.deepEqual(invited, { name: 'Gil', login });
    const joined = okJson(await visitor.call('POST', '/invitation/join', { token, password: PASSWORD }));
    assert.deepEqual(joined, { login });
    okJson(await visitor.logIn({ login, password: PASSWORD }));
    const me = okJson<{ person: { id: number } }>(await visitor.call('GET', '/session'));
    assert.equal(me.person.id, 1);
    const passkey = okJson<{ user: { name: string } }>(
      await visitor.call('POST', '/security/passkeys/options'),
    );
    assert.equal(passkey.user.name, login, 'told apart from that of the other team');
    assertRefused(await visitor.logIn({ login: email, password: PASSWORD }), 401, 'login_invalid');
  });

  test('a team cannot remove or change the shop’s own login, nor reach another shop', async () => {
    const admin = browserOf(service);
    const me = okJson<{ me: { user: { id: number } } }>(await admin.logIn()).me;
    assertRefused(await admin.call('DELETE', `/team/${me.user.id}`), 409, 'user_owner');
    const operator = browserOf(service);
    const boss = okJson<{ me: { user: { id: number } } }>(await operator.logIn(OPERATOR)).me;
    assertRefused(await admin.call('DELETE', `/team/${boss.user.id}`), 404, 'user_unknown');
    assertRefused(await admin.call('GET', '/team?person=2'), 404, 'person_foreign');
    const seen = okJson<{ items: unknown[] }>(await operator.call('GET', '/team?person=1'));
    assert.ok(seen.items.length > 0);
    for (const id of ['0', '-1', '1e3', 'x', '99999999999999999999']) {
      assertRefused(await admin.call('DELETE', `/team/${id}`), 404, 'user_unknown');
    }
  });
});

async function invite(
  service: TestService,
  { email, role }: { readonly email: string; readonly role: string },
): Promise<{ token: string; id: number }> {
  const admin = browserOf(service);
  okJson(await admin.logIn());
  const name = email.charAt(0).toUpperCase() + email.slice(1, email.indexOf('@'));
  const { link, member } = okJson<{ link: { url: string }; member: { id: number } }>(
    await admin.call('POST', '/team', { name, email, role }),
  );
  return { token: tokenIn(link.url), id: member.id };
}

/** The token is in the fragment, which is not sent to servers and their logs. */
function tokenIn(url: string): string {
  const [path = '', token = ''] = url.split('#');
  assert.match(path, /\/painel\/convite$/);
  assert.match(token, /^[A-Za-z0-9_-]{43}$/);
  return token;
}
