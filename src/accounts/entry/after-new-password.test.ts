import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromBase32 } from '../../../test/support/base32.ts';
import { countStatements } from '../../../test/support/count-statements.ts';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { codeAt, stepAt } from '../second-factor/totp.ts';
import { findVisitor } from '../sessions/find-session.ts';
import { DEFAULT_SHOP_SETTINGS } from '../shops/settings/shop-settings.ts';
import { saveShopSettings } from '../shops/settings/store.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';

const OLD = 'cavalo & bateria = grãos';
const NEW = 'três tristes tigres trigo';

async function logIn({ accounts }: TestRoom, password: string) {
  const result = await accounts.panel.enter({
    login: '11144477735',
    password: new Secret(password),
    address: '192.0.2.1',
    agent: 'a browser',
    replaces: undefined,
  });
  assert.ok(result.kind === 'entered' || result.kind === 'second_factor_needed', result.kind);
  return { token: result.opened.token.reveal(), userId: result.user.id };
}

async function setNewPassword(room: TestRoom): Promise<void> {
  await room.accounts.setPassword({ token: await room.newToken(1), password: new Secret(NEW) });
}

for (const engine of SQLITE_BY_DAY) {
  test(`whoever has a session is found with one statement, with the settings of the shop (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(OLD);
    const { token } = await logIn(room, OLD);
    const counted = countStatements(room.database);
    const find = () => findVisitor({ database: counted.database, clock: room.clock }, token);
    assert.equal(await counted.during(find), 1);
    assert.deepEqual((await find())?.settings, DEFAULT_SHOP_SETTINGS);
    const settings = { ...DEFAULT_SHOP_SETTINGS, pixDiscount: 500, idleMinutes: 15, teamSecondFactor: true };
    await room.database.write((write) => saveShopSettings(write.tables<AccountTables>(), 1, settings));
    const found = await find();
    assert.ok(found);
    assert.deepEqual(found.settings, settings);
    assert.deepEqual(found.person, await room.accounts.findPerson(1));
    assert.deepEqual(
      [found.user.personId, found.user.state, found.user.passkeys, found.session.userId],
      [1, 'active', 0, found.user.id],
    );
  });

  test(`a new password of a person ends its sessions in the panel (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addWithPassword(OLD);
    const { token } = await logIn(room, OLD);
    assert.ok(await room.accounts.panel.findVisitor(token));
    await setNewPassword(room);
    assert.equal(await room.accounts.panel.findVisitor(token), undefined);
    assert.ok(await room.accounts.panel.findVisitor((await logIn(room, NEW)).token));
  });

  test(`a login that waits for its second factor ends with the password that it was begun with (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    await room.addWithPassword(OLD);
    const { token, userId } = await logIn(room, OLD);
    const owner = await panel.findVisitor(token);
    assert.ok(owner);
    const { typed } = await panel.startSecondFactor({ userId, token }, 'owner');
    const secret = fromBase32(typed.reveal());
    const code = () => codeAt(secret, stepAt(room.clock.now()));
    await panel.finishSecondFactor({ userId, token, code: code() });
    // Another window that still shows it switched off must not replace the secret in use.
    await assert.rejects(
      panel.startSecondFactor({ userId, token }, 'owner'),
      refusedWith('second_factor_on', 409),
    );
    room.clock.advance(60_000);
    const half = await logIn(room, OLD);
    const visitor = await panel.findVisitor(half.token);
    assert.equal(visitor?.session.state, 'half');
    assert.ok(visitor);
    // Between the look at the session and the code.
    await setNewPassword(room);
    const from = { address: '192.0.2.1', agent: 'a browser' };
    const second = { code: code() };
    const confirmed = await panel.confirmEntry({ visitor, token: half.token, second, ...from });
    assert.equal(confirmed.kind, 'wrong');
    assert.equal((await panel.listSessions(userId)).length, 0);
  });

  test(`a session begins where the second factor was given, not where the password was (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    await room.addWithPassword(OLD);
    const { token, userId } = await logIn(room, OLD);
    const { typed } = await panel.startSecondFactor({ userId, token }, 'owner');
    const code = () => codeAt(fromBase32(typed.reveal()), stepAt(room.clock.now()));
    await panel.finishSecondFactor({ userId, token, code: code() });
    room.clock.advance(60_000);
    const half = await logIn(room, OLD);
    const visitor = await panel.findVisitor(half.token);
    assert.ok(visitor);
    const from = { address: '198.51.100.9', agent: 'a phone' };
    const second = { code: code() };
    const confirmed = await panel.confirmEntry({ visitor, token: half.token, second, ...from });
    assert.ok(confirmed.kind === 'right');
    assert.partialDeepStrictEqual(confirmed.value.session, from);
    assert.partialDeepStrictEqual((await panel.listSessions(userId))[0], from);
  });
}
