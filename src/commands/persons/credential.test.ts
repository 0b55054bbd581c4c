import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../platform/secret.ts';
import { ADD, openTestLine } from '../test-line.ts';

test('an issued credential works at once and is never shown again', async (context) => {
  const { run, json, withAccounts } = await openTestLine(context);
  await run(ADD);
  await run(['person', 'activate', '1']);
  const issued = await json(['credential', 'issue', '--person', '1', '--kind', 'api']);
  const secret = new Secret(issued.secret);
  const merchant = await withAccounts((accounts) => accounts.verifyApi(issued.name, secret));
  assert.equal(merchant?.personId, 1);
  const listed = await run(['credential', 'list', '--person', '1']);
  assert.match(
    listed.out,
    /^ID +Tipo +Situação +Nome +Criada +Vale até\n2 +postback +em uso .*\n1 +api +em uso +guiche_1 /,
  );
  const signing = await withAccounts((accounts) => accounts.signingSecrets(1));
  assert.deepEqual(
    signing.map((one) => one.reveal()),
    [issued.signingSecret],
  );
  assert.ok(!listed.out.includes(issued.secret) && !listed.out.includes(issued.signingSecret));
  const record = await run(['credential', 'list', '--person', '1', '--json']);
  assert.ok(!record.out.includes(issued.secret));
});

test('each kind prints its secret as it is used', async (context) => {
  const { run } = await openTestLine(context);
  await run(ADD);
  const issue = async (kind: string) =>
    (await run(['credential', 'issue', '--person', '1', '--kind', kind])).out
      .split('\n')
      .slice(1, -2)
      .join('\n');
  const pair = / {2}authenticationApi: guiche_\d\n {2}authenticationKey: [0-9A-F]{20}/.source;
  const secret = / {2}segredo da assinatura: whsec_[A-Za-z0-9+/]+=*/.source;
  assert.match(await issue('api'), new RegExp(`^${pair}\nCom ela, a credencial 2: .*\n${secret}$`));
  assert.match(await issue('api'), new RegExp(`^${pair}$`), 'only the first pair brings a secret');
  assert.match(await issue('checkout'), /^ {2}Basic \(usuário:senha\): [0-9A-F]{20}:[0-9A-F]{20}$/);
  assert.match(await issue('integration'), /^ {2}key: [0-9A-Za-z]{32,}$/);
  assert.match(await issue('postback'), /^ {2}segredo da assinatura: whsec_[A-Za-z0-9+/]+=*$/);
});

test('a credential may end with a day of the configured zone', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  const issue = ['credential', 'issue', '--person', '1', '--kind', 'integration', '--expires'];
  assert.equal((await json([...issue, '2999-12-31'])).expiresAt, '3000-01-01T03:00:00.000Z');
  const listed = await run(['credential', 'list', '--person', '1']);
  assert.match(listed.out, / 31\/12\/2999 23:59:59\n?$/);
  const over = await run([...issue, '2020-01-01']);
  assert.deepEqual([over.code, over.out], [1, '']);
  assert.match(over.error, /futuro/);
  assert.equal((await run([...issue, 'amanhã'])).code, 2);
});

test('credentials are revoked by number, or by person and kind', async (context) => {
  const { run, json } = await openTestLine(context);
  await run(ADD);
  // The first pair brings the secret that signs postbacks, which is the second credential.
  for (const kind of ['api', 'api', 'checkout', 'api']) {
    await run(['credential', 'issue', '--person', '1', '--kind', kind]);
  }
  assert.equal((await run(['credential', 'revoke', '--id', '3'])).out, 'Credencial 3 revogada.\n');
  const revoked = await json(['credential', 'revoke', '--person', '1', '--kind', 'api']);
  assert.deepEqual(revoked, { revoked: [1, 5] });
  const again = await run(['credential', 'revoke', '--id', '3']);
  assert.deepEqual([again.code, again.out], [1, '']);
  const { credentials } = await json(['credential', 'list', '--person', '1', '--kind', 'checkout']);
  assert.deepEqual(
    credentials.map((credential: { state: string }) => credential.state),
    ['in_use'],
  );
});

test('the key of a terminal names its terminal, which must exist, and has no last day', async (context) => {
  const { run } = await openTestLine(context);
  await run(ADD);
  const issue = (...more: string[]) => run(['credential', 'issue', '--person', '1', ...more]);
  for (const wrong of [
    ['--kind', 'terminal'],
    ['--kind', 'api', '--terminal', '1'],
  ]) {
    const said = await issue(...wrong);
    assert.deepEqual([said.code, said.out], [2, '']);
    assert.match(said.error, /--kind terminal e --terminal ID se usam juntos/);
  }
  const terminal = ['--kind', 'terminal', '--terminal', '1'];
  assert.match((await issue(...terminal, '--expires', '2999-12-31')).error, /--expires não se usa/);
  const unknown = await issue(...terminal);
  assert.deepEqual([unknown.code, unknown.out], [1, '']);
  assert.match(unknown.error, /Terminal não encontrado/);
  const help = await run(['credential', 'issue', '--help']);
  assert.match(help.out, /--kind api\|checkout\|integration\|postback\|terminal/);
  assert.match(help.out, /cliente de pagamento de um terminal/);
});

test('which credential to revoke must be said in one of the two ways', async (context) => {
  const { run } = await openTestLine(context);
  for (const options of [[], ['--person', '1'], ['--kind', 'api'], ['--id', '1', '--kind', 'api']]) {
    const said = await run(['credential', 'revoke', ...options]);
    assert.equal(said.code, 2);
    assert.match(said.error, /--id N, ou --person ID com --kind/);
  }
});
