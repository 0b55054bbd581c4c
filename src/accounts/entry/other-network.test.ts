import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { MAX_WRONG_PASSWORDS } from '../logins/lockout.ts';
import { openTestRoom } from '../test-room.ts';

const PASSWORD = new Secret('cavalo & bateria = grãos');
const NEW = new Secret('três tristes tigres trigo');
const WRONG = new Secret('não é esta senha');
const HOME = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';

for (const engine of SQLITE_BY_DAY) {
  for (const action of ['confirmation', 'change'] as const) {
    test(`wrong passwords at a ${action} lock the network that they come from, not the session's (${engine})`, async (context) => {
      const { accounts, addWithPassword } = await openTestRoom(context, { engine });
      const { panel } = accounts;
      await addWithPassword(PASSWORD.reveal());
      const logIn = (address: string) =>
        panel.enter({
          ...{ login: '11144477735', password: PASSWORD, address, agent: 'a browser', replaces: undefined },
        });
      const entered = await logIn(HOME);
      assert.ok(entered.kind === 'entered', entered.kind);
      const token = entered.opened.token.reveal();
      const visitor = await panel.findVisitor(token);
      assert.ok(visitor);
      const tryFrom = async (address: string, password: Secret) => {
        const result =
          action === 'change'
            ? await panel.changePassword({ visitor, token, current: password, password: NEW, address })
            : await panel.confirmAgain({ visitor, token, second: { password, address } });
        return result.kind;
      };
      // Known too: only its own failures count there.
      assert.equal((await logIn(ELSEWHERE)).kind, 'entered');
      for (let count = 0; count < MAX_WRONG_PASSWORDS; count += 1) {
        assert.equal(await tryFrom(ELSEWHERE, WRONG), 'wrong');
      }
      assert.equal(await tryFrom(ELSEWHERE, PASSWORD), 'locked');
      assert.equal((await logIn(ELSEWHERE)).kind, 'locked');
      assert.equal((await logIn(HOME)).kind, 'entered');
      assert.equal(await tryFrom(HOME, PASSWORD), action === 'change' ? 'changed' : 'right');
    });
  }
}
