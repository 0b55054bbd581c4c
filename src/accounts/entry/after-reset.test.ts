import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { newAuthenticator } from '../../../test/support/authenticator.ts';
import { fromBase32 } from '../../../test/support/base32.ts';
import { SQLITE_BY_DAY, type TestEngine } from '../../../test/support/databases.ts';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { finishPasskey, type NewCredential } from '../passkeys/add-passkey.ts';
import { codeAt, stepAt } from '../second-factor/totp.ts';
import { sessionHash } from '../sessions/open-session.ts';
import { deleteSessionsOf } from '../sessions/store.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, refusedWith } from '../test-room.ts';

const PASSWORD = 'cavalo & bateria = grãos';
const SITE = { origin: 'https://loja.example', rpId: 'loja.example' };

async function loggedIn(context: TestContext, engine: TestEngine) {
  const room = await openTestRoom(context, { engine });
  const { panel } = room.accounts;
  await room.addWithPassword(PASSWORD);
  const entered = await panel.enter({
    ...{ login: '11144477735', password: new Secret(PASSWORD), address: '192.0.2.1' },
    ...{ agent: 'a browser', replaces: undefined },
  });
  assert.ok(entered.kind === 'entered', entered.kind);
  const { user } = entered;
  const token = entered.opened.token.reveal();
  const { typed } = await panel.startSecondFactor({ userId: user.id, token }, 'owner');
  const secret = fromBase32(typed.reveal());
  const code = () => codeAt(secret, stepAt(room.clock.now()));
  return { ...room, panel, user, token, code };
}

for (const engine of SQLITE_BY_DAY) {
  test(`a passkey whose session a reset ends on the way to the commit is not added (${engine})`, async (context) => {
    const { database, options, panel, user, token, code } = await loggedIn(context, engine);
    await panel.finishSecondFactor({ userId: user.id, token, code: code() });
    const creation = await panel.passkeys.start(user, 'owner', token);
    const answer = newAuthenticator(SITE).create(creation);
    const credential = answer as unknown as NewCredential;
    let writes = 0;
    const overtaken: Database = Object.assign(Object.create(database), {
      write: async <Result>(work: (transaction: WriteTransaction) => Promise<Result>) => {
        writes += 1;
        // The first one takes the challenge; the second would add the passkey.
        if (writes === 2) await panel.resetPersonSecondFactor({ personId: user.personId, by: 'command' });
        return database.write(work);
      },
    });
    const given = { userId: user.id, sessionHash: sessionHash(token), name: 'Celular', credential };
    await assert.rejects(
      finishPasskey({ ...options, database: overtaken }, given),
      refusedWith('session_missing', 401),
    );
    assert.equal(writes, 2);
    assert.deepEqual(await panel.passkeys.list(user.id), []);
  });

  test(`the app of a session that ended meanwhile is not switched on (${engine})`, async (context) => {
    const { database, panel, user, token, code } = await loggedIn(context, engine);
    await database.write((write) => deleteSessionsOf(write.tables<AccountTables>(), { userId: user.id }));
    await assert.rejects(
      panel.finishSecondFactor({ userId: user.id, token, code: code() }),
      refusedWith('session_missing', 401),
    );
    assert.equal(await panel.ownerHasSecondFactor(user.personId), false);
  });

  test(`recovery codes, app and passkeys are not changed by a session that ended meanwhile (${engine})`, async (context) => {
    const { database, tables, panel, user, token, code } = await loggedIn(context, engine);
    const own = { userId: user.id, token };
    await panel.finishSecondFactor({ ...own, code: code() });
    const creation = await panel.passkeys.start(user, 'owner', token);
    const credential = newAuthenticator(SITE).create(creation) as unknown as NewCredential;
    const { passkey } = await panel.passkeys.finish({ ...own, name: 'Celular', credential });
    await database.write((write) => deleteSessionsOf(write.tables<AccountTables>(), { userId: user.id }));
    const stored = () => tables.selectFrom('users').selectAll().where('id', '=', user.id).execute();
    const before = await stored();
    for (const change of [
      () => panel.startSecondFactor(own, 'owner'),
      () => panel.renewRecoveryCodes(own),
      () => panel.removeSecondFactor(own),
      () => panel.passkeys.remove({ ...own, id: passkey.id }),
    ]) {
      await assert.rejects(change(), refusedWith('session_missing', 401));
    }
    assert.deepEqual(await stored(), before);
    assert.equal((await panel.passkeys.list(user.id)).length, 1);
  });
}
