import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { MAX_WRONG_PASSWORDS } from '../logins/lockout.ts';
import { LINK_LIFE_MS } from '../persons/record/one-time-link.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';

const OLD = 'a senha de antes';
const NEW = 'a senha de agora';
const ADDRESS = '192.0.2.1';

const outcomeOf = async ({ accounts }: Pick<TestRoom, 'accounts'>, password: string) =>
  (await accounts.logIn({ document: '11144477735', password: new Secret(password), address: ADDRESS })).kind;

for (const engine of SQLITE_BY_DAY) {
  test(`a link sets the password once and ends the login keys (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { id } = await room.addWithPassword(OLD);
    const login = await room.accounts.logIn({
      document: '11144477735',
      password: new Secret(OLD),
      address: ADDRESS,
    });
    const integration = await room.accounts.issueCredential({ personId: id, kind: 'integration' });
    const token = await room.newToken(id);
    assert.deepEqual({ ...(await room.accounts.findLink(token)) }, { id, name: 'Loja' });
    assert.deepEqual({ ...(await room.accounts.findLink(token)) }, { id, name: 'Loja' });

    assert.equal(await room.accounts.setPassword({ token, password: new Secret(NEW) }), id);
    assert.equal(await room.accounts.findLink(token), undefined);
    await assert.rejects(
      room.accounts.setPassword({ token, password: new Secret('uma terceira senha') }),
      refusedWith('link_invalid', 410),
    );
    assert.equal(await outcomeOf(room, OLD), 'wrong');
    assert.equal(await outcomeOf(room, NEW), 'in');
    room.clock.advance(5_000);
    assert.ok(login.kind === 'in');
    assert.equal(await room.accounts.verifyKey(login.key), undefined);
    assert.ok(await room.accounts.verifyKey(integration.secret));
  });

  test(`of two uses of a link at the same moment one sets the password (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine, mode: 'sandbox' });
    const { id } = await room.addActive();
    const token = (await room.newToken(id)).reveal();
    // Threads read the system's clock, which is past the life of a link made by the room's.
    await room.database.write(async (transaction) => {
      await transaction
        .tables<{ password_links: { expires_at: number } }>()
        .updateTable('password_links')
        .set({ expires_at: Date.now() + LINK_LIFE_MS })
        .execute();
    });
    const outcomes = await room.twice('setPassword', [
      { token, password: OLD },
      { token, password: NEW },
    ]);
    assert.deepEqual(outcomes.filter((kind) => 'value' in kind).length, 1);
    assert.deepEqual(
      outcomes.filter((kind) => 'code' in kind),
      [{ code: 'link_invalid' }],
    );
    const works = [await outcomeOf(room, OLD), await outcomeOf(room, NEW)];
    assert.deepEqual(
      works.map((kind) => kind === 'in'),
      outcomes.map((kind) => 'value' in kind),
    );
  });
}

test('a password that does not fit leaves the link as it was', async (context) => {
  const room = await openTestRoom(context);
  const { id } = await room.addActive();
  const token = await room.newToken(id);
  for (const password of ['', 'curta', 'x'.repeat(257), 'doze\u0000letras', '123456789012\ufffd']) {
    await assert.rejects(
      room.accounts.setPassword({ token, password: new Secret(password) }),
      refusedWith('password_invalid', 400),
    );
  }
  assert.equal(await room.accounts.setPassword({ token, password: new Secret(NEW) }), id);
});

test('a link ends after 72 hours, or with the next one', async (context) => {
  const room = await openTestRoom(context);
  const { id } = await room.addActive();
  const first = await room.newToken(id);
  const second = await room.newToken(id);
  assert.equal(await room.accounts.findLink(first), undefined);
  room.clock.advance(LINK_LIFE_MS - 1);
  assert.ok(await room.accounts.findLink(second));
  room.clock.advance(1);
  assert.equal(await room.accounts.findLink(second), undefined);
  await assert.rejects(
    room.accounts.setPassword({ token: second, password: new Secret(NEW) }),
    refusedWith('link_invalid', 410),
  );
});

test('an invalid token finds nothing', async (context) => {
  const { accounts } = await openTestRoom(context);
  for (const token of ['', 'abc', 'x'.repeat(43), '%00', "' or 1=1 --"]) {
    assert.equal(await accounts.findLink(new Secret(token)), undefined);
  }
});

test('a new password lets a blocked person in', async (context) => {
  const room = await openTestRoom(context);
  const { id } = await room.addWithPassword(OLD);
  for (let count = 0; count < MAX_WRONG_PASSWORDS; count += 1) await outcomeOf(room, 'errada errada');
  assert.equal(await outcomeOf(room, OLD), 'locked');
  await room.accounts.setPassword({ token: await room.newToken(id), password: new Secret(NEW) });
  assert.equal(await outcomeOf(room, NEW), 'in');
});
