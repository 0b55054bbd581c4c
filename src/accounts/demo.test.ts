import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../platform/secret.ts';
import { verifyPassword } from './passwords/password.ts';
import { openTestRoom } from './test-room.ts';

test('the demo accounts work as documented', async (context) => {
  const { accounts, tables } = await openTestRoom(context, { mode: 'sandbox', checkDocuments: false });
  const demo = await accounts.createDemoAccounts();
  assert.ok(demo);

  const merchant = await accounts.verifyApi('demo', new Secret('0123456789ABCDEF0123'));
  assert.equal(merchant?.personId, 1);
  assert.equal(merchant?.role, 'seller');
  const basic = await accounts.verifyCheckout('C0DE0123456789ABCDEF', new Secret('0123456789ABCDEFC0DE'));
  assert.equal(basic?.personId, 1);
  const holder = await accounts.verifyKey(new Secret('chaveDeDemonstracaoDoVendedor0001'));
  assert.equal(holder?.personId, 1);

  const signing = await accounts.signingSecrets(1);
  assert.deepEqual(
    signing.map((secret) => secret.reveal()),
    [demo.signingSecret],
  );

  const rows = await tables
    .selectFrom('persons')
    .select(['document', 'role', 'password_hash'])
    .orderBy('id')
    .execute();
  const logins = rows.map(({ document, role }) => ({ document, role }));
  assert.deepEqual(logins, [
    { document: '11144477735', role: 'seller' },
    { document: '52998224725', role: 'operator' },
  ]);
  const [seller, operator] = rows.map((row) => row.password_hash ?? '');
  assert.ok(await verifyPassword(new Secret('guiche-vendedor'), seller ?? ''));
  assert.ok(await verifyPassword(new Secret('guiche-operador'), operator ?? ''));
  assert.equal((await accounts.findPerson(1))?.status, 'active');
  assert.equal((await accounts.findPerson(2))?.status, 'active');
});

test('what the banner prints is what was created', async (context) => {
  const { accounts } = await openTestRoom(context, { mode: 'sandbox' });
  assert.deepEqual(await accounts.createDemoAccounts(), {
    seller: { personId: 1, document: '11144477735', password: 'guiche-vendedor' },
    operator: { personId: 2, document: '52998224725', password: 'guiche-operador' },
    integrationKey: 'chaveDeDemonstracaoDoVendedor0001',
    api: { name: 'demo', key: '0123456789ABCDEF0123' },
    checkout: { user: 'C0DE0123456789ABCDEF', secret: '0123456789ABCDEFC0DE' },
    checkoutId: 'pub_dec0de5ee7c0ffee0dec0de5',
    signingSecret: 'whsec_Z3VpY2hlLWFzc2luYS1hdmlzb3MtZGUtZXhlbXBsbyE=',
  });
});

test('a second start creates nothing, and a revoked demo credential stays revoked', async (context) => {
  const { accounts, another, clock } = await openTestRoom(context, { mode: 'sandbox' });
  await accounts.createDemoAccounts();
  await accounts.revokeCredentials({ personId: 1, kind: 'api' });
  const later = await another();
  assert.equal(await later.createDemoAccounts(), undefined);
  clock.advance(3_000);
  assert.equal(await later.verifyApi('demo', new Secret('0123456789ABCDEF0123')), undefined);
});

test('of two instances that start at once exactly one creates them', async (context) => {
  const { tables, twice } = await openTestRoom(context, { mode: 'sandbox' });
  const outcomes = await twice('createDemoAccounts', [undefined, undefined]);
  assert.equal(outcomes.filter((outcome) => 'value' in outcome).length, 2);
  assert.equal(outcomes.filter((outcome) => 'value' in outcome && outcome.value).length, 1);
  assert.equal((await tables.selectFrom('persons').select('id').execute()).length, 2);
  assert.equal((await tables.selectFrom('credentials').select('id').execute()).length, 4);
});

test('ids go on after the demo accounts', async (context) => {
  const { accounts } = await openTestRoom(context, { mode: 'sandbox' });
  await accounts.createDemoAccounts();
  const person = await accounts.addPerson({ role: 'seller', document: '11144477735', name: 'Loja' });
  assert.equal(person.id, 3);
  const { id } = await accounts.issueCredential({ personId: 1, kind: 'api' });
  assert.equal(id, 5);
});

test('production has no demo accounts', async (context) => {
  const { accounts } = await openTestRoom(context, { mode: 'production' });
  await assert.rejects(accounts.createDemoAccounts(), /sandbox only/);
  assert.equal(await accounts.findPerson(1), undefined);
});

test('failed credentials are limited in production only', async (context) => {
  const production = await openTestRoom(context);
  const sandbox = await openTestRoom(context, { mode: 'sandbox' });
  for (const { accounts } of [production, sandbox]) {
    for (let failed = 0; failed < 60; failed += 1) accounts.failures.record('192.0.2.1');
  }
  assert.throws(() => production.accounts.failures.check('192.0.2.1'));
  sandbox.accounts.failures.check('192.0.2.1');
});
