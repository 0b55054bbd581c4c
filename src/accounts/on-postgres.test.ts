import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Secret } from '../platform/secret.ts';
import { openTestRoom } from './test-room.ts';

const SHOP = { role: 'seller', document: '11144477735', name: 'Loja' } as const;

const openRoom = (context: TestContext, mode: 'sandbox' | 'production' = 'production') =>
  openTestRoom(context, { mode, engine: 'postgres' });

test('persons and credentials live the same life on PostgreSQL', async (context) => {
  const { accounts, another, clock } = await openRoom(context);
  const person = await accounts.addPerson({ ...SHOP, role: 'integrator' });
  const shop = await accounts.addPerson({ ...SHOP, document: '12ABC34501DE35', createdBy: person.id });
  assert.deepEqual(await accounts.findPerson(person.id), person);
  await accounts.activatePerson(person.id);
  await accounts.newLink(person.id);
  assert.equal(await accounts.postbackDelaySeconds(person.id), 3);
  assert.deepEqual(await accounts.changeSettings(person.id, { lateApproval: 'undo' }), {
    lateApproval: 'undo',
    postbackDelaySeconds: 3,
    retryGuard: 'warn',
    failover: 'on',
  });
  await accounts.changeSettings(person.id, { postbackDelaySeconds: 0 });
  clock.advance(3_000);
  assert.equal(await accounts.postbackDelaySeconds(person.id), 0);
  assert.equal(await accounts.postbackDelaySeconds(999), 3);

  const expiresAt = clock.now() + 10_000;
  const api = await accounts.issueCredential({ personId: person.id, kind: 'api' });
  const key = await accounts.issueCredential({ personId: person.id, kind: 'integration', expiresAt });
  const signing = await accounts.issueCredential({ personId: person.id, kind: 'postback' });
  const merchant = await accounts.verifyApi(api.name ?? '', api.secret);
  assert.deepEqual(merchant, {
    personId: 1,
    role: 'integrator',
    name: 'Loja',
    lateApproval: 'undo',
    credentialId: api.id,
    credentialKind: 'api',
  });
  const holder = await accounts.verifyKey(key.secret);
  assert.ok(holder);
  assert.equal(await accounts.mayActFor(holder, shop.id), 'waiting');
  const [secret] = await accounts.signingSecrets(person.id);
  assert.equal(secret?.reveal(), signing.secret.reveal());

  await (await another()).revokeCredentials({ personId: person.id, kind: 'api' });
  clock.advance(3_000);
  assert.equal(await accounts.verifyApi(api.name ?? '', api.secret), undefined);
  const states = (await accounts.listCredentials({ personId: person.id })).map(({ state }) => state);
  assert.deepEqual(states, ['in_use', 'in_use', 'revoked']);
  assert.deepEqual(await accounts.revokeCredentials({ id: key.id }), [key.id]);
  assert.equal((await accounts.listCredentials({ personId: person.id, kinds: ['integration'] })).length, 1);
  const { persons } = await accounts.listPersons({ status: 'waiting', afterId: person.id });
  assert.deepEqual(
    persons.map(({ id }) => id),
    [shop.id],
  );
});

test('a name that PostgreSQL could not even store is refused like any other', async (context) => {
  const { accounts } = await openRoom(context);
  for (const name of ['nul\0', '\ud800', 'é', ' ']) {
    assert.equal(await accounts.verifyCheckout(name, new Secret('0123456789ABCDEFC0DE')), undefined);
  }
  assert.equal(await accounts.verifyKey(new Secret('nul\0')), undefined);
});

test('of two instances on one PostgreSQL one creates the demo accounts and one activates', async (context) => {
  const { accounts, twice } = await openRoom(context, 'sandbox');
  const demos = await twice('createDemoAccounts', [undefined, undefined]);
  assert.equal(demos.filter((outcome) => 'value' in outcome && outcome.value).length, 1);
  assert.equal(demos.filter((outcome) => 'code' in outcome).length, 0);

  const document = '12ABC34501DE35';
  const twins = [
    await accounts.addPerson({ ...SHOP, document }),
    await accounts.addPerson({ ...SHOP, document }),
  ];
  const outcomes = await twice('activatePerson', [twins[0]?.id, twins[1]?.id]);
  assert.deepEqual(
    outcomes.filter((outcome) => 'code' in outcome),
    [{ code: 'document_taken' }],
  );
});
