import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, START_MS } from '../test-room.ts';
import { insertCredential } from './store.ts';
import { createVerifier } from './verify.ts';

test('the right pair gives the merchant, each kind at its own door', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive({ name: 'Padaria' });
  await accounts.changeSettings(personId, { lateApproval: 'undo' });
  const api = await accounts.issueCredential({ personId, kind: 'api' });
  const checkout = await accounts.issueCredential({ personId, kind: 'checkout' });
  const merchant = { personId, role: 'seller', name: 'Padaria', lateApproval: 'undo' };
  const asApi = await accounts.verifyApi(api.name ?? '', api.secret);
  assert.deepEqual(asApi, { ...merchant, credentialId: api.id, credentialKind: 'api' });
  const asCheckout = await accounts.verifyCheckout(checkout.name ?? '', checkout.secret);
  assert.deepEqual(asCheckout, { ...merchant, credentialId: checkout.id, credentialKind: 'checkout' });
  assert.equal(await accounts.verifyCheckout(api.name ?? '', api.secret), undefined);
  assert.equal(await accounts.verifyApi(checkout.name ?? '', checkout.secret), undefined);
  assert.equal(await accounts.verifyKey(api.secret), undefined);
});

test('a wrong key, another name, an unknown name, and lengths out of the ordinary are refused', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const { name = '', secret } = await accounts.issueCredential({ personId, kind: 'api' });
  const other = await accounts.issueCredential({ personId, kind: 'api' });
  const key = secret.reveal();
  const attempts: [string, string][] = [
    [name, other.secret.reveal()],
    [other.name ?? '', key],
    [name, key.toLowerCase()],
    [name, `${key} `],
    [name, ''],
    ['', ''],
    ['', key],
    ['guiche_99', key],
    [`${name}\0`, key],
    ['x'.repeat(100_000), key],
    [name, 'x'.repeat(100_000)],
  ];
  for (const [tried, triedKey] of attempts) {
    if (tried === name && triedKey === key) continue;
    assert.equal(await accounts.verifyApi(tried, new Secret(triedKey)), undefined);
  }
  assert.ok(await accounts.verifyApi(name, secret));
});

test('a key without a name identifies its holder, whether issued or from a login', async (context) => {
  const { accounts, addActive, database, options } = await openTestRoom(context);
  const { id: personId } = await addActive({ role: 'integrator', name: 'Sistema' });
  const integration = await accounts.issueCredential({ personId, kind: 'integration' });
  const login = new Secret('l'.repeat(40));
  await database.write((transaction) =>
    insertCredential(transaction.tables<AccountTables>(), options.vault, {
      id: 1_000,
      personId,
      kind: 'login',
      name: undefined,
      secret: login,
      createdAt: START_MS,
      expiresAt: START_MS + 86_400_000,
    }),
  );
  const holder = await accounts.verifyKey(integration.secret);
  assert.equal(holder?.personId, personId);
  assert.equal(holder?.role, 'integrator');
  assert.equal((await accounts.verifyKey(login))?.credentialId, 1_000);
  assert.equal(await accounts.verifyKey(new Secret('x'.repeat(48))), undefined);
  assert.equal(await accounts.verifyKey(new Secret('')), undefined);
});

test('a credential ends at its expiry to the millisecond, also while it is remembered', async (context) => {
  const { accounts, addActive, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const issued = await accounts.issueCredential({ personId, kind: 'integration', expiresAt: START_MS + 500 });
  clock.advance(499);
  assert.ok(await accounts.verifyKey(issued.secret));
  clock.advance(1);
  assert.equal(await accounts.verifyKey(issued.secret), undefined);
});

test('the credentials of a person that is not active are refused until it is', async (context) => {
  const { accounts, clock } = await openTestRoom(context);
  const person = await accounts.addPerson({ role: 'seller', document: '11144477735', name: 'Loja' });
  const api = await accounts.issueCredential({ personId: person.id, kind: 'api' });
  const integration = await accounts.issueCredential({ personId: person.id, kind: 'integration' });
  assert.equal(await accounts.verifyApi(api.name ?? '', api.secret), undefined);
  assert.equal(await accounts.verifyKey(integration.secret), undefined);
  await accounts.activatePerson(person.id);
  clock.advance(1_000);
  assert.ok(await accounts.verifyApi(api.name ?? '', api.secret));
  assert.ok(await accounts.verifyKey(integration.secret));
});

test('a revocation by another process acts within three seconds', async (context) => {
  const { accounts, addActive, another, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const api = await accounts.issueCredential({ personId, kind: 'api' });
  const key = await accounts.issueCredential({ personId, kind: 'integration' });
  const verifyBoth = async () => [
    await accounts.verifyApi(api.name ?? '', api.secret),
    await accounts.verifyKey(key.secret),
  ];
  assert.ok((await verifyBoth()).every(Boolean));
  const elsewhere = await another();
  await elsewhere.revokeCredentials({ id: api.id });
  await elsewhere.revokeCredentials({ personId, kind: 'integration' });
  clock.advance(3_000);
  assert.deepEqual(await verifyBoth(), [undefined, undefined]);
});

test('a thousand requests at once with one pair ask the database once', async (context) => {
  const { accounts, addActive, database, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const { name = '', secret } = await accounts.issueCredential({ personId, kind: 'api' });
  let reads = 0;
  const counting: Database = {
    ...database,
    read: <Tables>() => {
      reads += 1;
      return database.read<Tables>();
    },
  };
  const verifier = createVerifier({ database: counting, clock });
  const verified = await Promise.all(Array.from({ length: 1_000 }, () => verifier.verifyApi(name, secret)));
  assert.ok(verified.every((merchant) => merchant?.personId === personId));
  await verifier.verifyApi(name, secret);
  await verifier.verifyApi(name, new Secret('0'.repeat(20)));
  assert.equal(reads, 1);
});

test('whom a key may act for follows what is stored', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const integrator = await addActive({ role: 'integrator', name: 'Sistema' });
  const stranger = await addActive({ document: '52998224725' });
  const shop = await accounts.addPerson({
    role: 'seller',
    document: '12ABC34501DE35',
    name: 'Loja',
    createdBy: integrator.id,
  });
  const { secret } = await accounts.issueCredential({ personId: integrator.id, kind: 'integration' });
  const holder = await accounts.verifyKey(secret);
  assert.ok(holder);
  assert.equal(await accounts.mayActFor(holder, integrator.id), 'allowed');
  assert.equal(await accounts.mayActFor(holder, shop.id), 'waiting');
  await accounts.activatePerson(shop.id);
  assert.equal(await accounts.mayActFor(holder, shop.id), 'allowed');
  assert.equal(await accounts.mayActFor(holder, stranger.id), 'foreign');
  assert.equal(await accounts.mayActFor(holder, 99), 'foreign');
  assert.equal(await accounts.mayActFor(holder, Number.NaN), 'foreign');
});
