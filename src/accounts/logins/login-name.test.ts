import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spiedTexts } from '../../../test/support/spied-statements.ts';
import { Secret } from '../../platform/secret.ts';
import { createAccounts } from '../accounts.ts';
import { openTestRoom } from '../test-room.ts';
import { loginName, mayBeDocument } from './login-name.ts';

test('documents are looked for, however they are typed; a password in their place is not', () => {
  for (const typed of ['111.444.777-35', '11444777000161', '12.abc.345/01de-35', ' 00000000001 ']) {
    assert.ok(mayBeDocument(loginName(typed), true), typed);
  }
  // Letters and two digits at the end, as a CNPJ of letters has them: its check digits tell.
  for (const typed of ['capivara azul58', 'cavalo & bateria = grãos', 'ana', '', '123']) {
    assert.ok(!mayBeDocument(loginName(typed), true), typed);
  }
});

test('what is typed as login and is none is in no statement', async (context) => {
  const room = await openTestRoom(context);
  const { id } = await room.addWithPassword('cavalo & bateria = grãos');
  const { database, texts } = spiedTexts(room.database);
  const accounts = createAccounts({ ...room.options, database });
  const mistyped = 'minha senha secreta 1';
  const password = new Secret('qualquer outra coisa');
  const address = '192.0.2.1';
  await accounts.logIn({ document: mistyped, password, address });
  await accounts.panel.enter({ login: mistyped, password, address, agent: '', replaces: undefined });
  await accounts.logInOperator({
    ...{ document: mistyped, login: 'ana', password, address },
    find: async () => undefined,
    written: async () => undefined,
  });
  await accounts.logIn({ document: '11144477735', password, address });
  assert.ok(texts().includes('11144477735'), 'the spy sees what is looked for');
  assert.ok(!texts().toLowerCase().includes('secreta'));
  assert.equal(id, 1);
});
