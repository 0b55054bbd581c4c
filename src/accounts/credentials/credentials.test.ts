import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../platform/secret.ts';
import { openTestRoom, refusedWith, START_MS } from '../test-room.ts';
import { ISSUED_KINDS, MAX_IN_USE_PER_KIND } from './credential.ts';

test('each kind of secret has the form its clients know', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const api = await accounts.issueCredential({ personId, kind: 'api' });
  assert.equal(api.name, 'guiche_1');
  assert.match(api.secret.reveal(), /^[0-9A-F]{20}$/);
  const checkout = await accounts.issueCredential({ personId, kind: 'checkout' });
  assert.match(checkout.name ?? '', /^[0-9A-F]{20}$/);
  assert.match(checkout.secret.reveal(), /^[0-9A-F]{20}$/);
  const integration = await accounts.issueCredential({ personId, kind: 'integration' });
  assert.equal(integration.name, undefined);
  assert.match(integration.secret.reveal(), /^[0-9A-Za-z]{32,}$/);
  const postback = await accounts.issueCredential({ personId, kind: 'postback' });
  const signing = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(postback.secret.reveal())?.[1] ?? '';
  assert.equal(Buffer.from(signing, 'base64').length, 32);
});

test('no secret rests in clear, and none is listed', async (context) => {
  const { accounts, addActive, tables } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const secrets: string[] = [];
  for (const kind of ISSUED_KINDS) {
    secrets.push((await accounts.issueCredential({ personId, kind })).secret.reveal());
  }
  const stored = JSON.stringify(await tables.selectFrom('credentials').selectAll().execute());
  const listed = JSON.stringify(await accounts.listCredentials({ personId }));
  for (const secret of secrets) {
    assert.ok(!stored.includes(secret));
    assert.ok(!listed.includes(secret));
  }
});

test('the list shows the newest first, with state and times, for one person and kind', async (context) => {
  const { accounts, addActive, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const other = await addActive({ document: '52998224725' });
  await accounts.issueCredential({ personId, kind: 'api' });
  await accounts.issueCredential({ personId, kind: 'api', expiresAt: START_MS + 1_000 });
  await accounts.issueCredential({ personId, kind: 'integration' });
  await accounts.issueCredential({ personId: other.id, kind: 'api' });
  clock.advance(1_000);
  await accounts.revokeCredentials({ id: 1 });
  const base = { personId, kind: 'api', createdAt: START_MS, label: undefined, lastUsedAt: undefined };
  assert.deepEqual(await accounts.listCredentials({ personId, kinds: ['api'] }), [
    { ...base, id: 2, name: 'guiche_2', state: 'expired', expiresAt: START_MS + 1_000, revokedAt: undefined },
    { ...base, id: 1, name: 'guiche_1', state: 'revoked', expiresAt: undefined, revokedAt: START_MS + 1_000 },
  ]);
  const ids = (await accounts.listCredentials({ personId })).map((credential) => credential.id);
  assert.deepEqual(ids, [3, 2, 1]);
  await assert.rejects(accounts.listCredentials({ personId: 99 }), refusedWith('person_unknown', 404));
});

test('issuing to nobody, or with a validity that is over, is refused', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive();
  await assert.rejects(
    accounts.issueCredential({ personId: 9, kind: 'api' }),
    refusedWith('person_unknown', 404),
  );
  const over = accounts.issueCredential({ personId, kind: 'api', expiresAt: START_MS });
  await assert.rejects(over, refusedWith('expiry_invalid', 400));
});

test('a person has at most twenty credentials of a kind in use; revoked and expired ones do not count', async (context) => {
  const { accounts, addActive, clock } = await openTestRoom(context);
  const { id: personId } = await addActive();
  await accounts.issueCredential({ personId, kind: 'api', expiresAt: START_MS + 1 });
  for (let issued = 1; issued < MAX_IN_USE_PER_KIND; issued += 1) {
    await accounts.issueCredential({ personId, kind: 'api' });
  }
  const issue = () => accounts.issueCredential({ personId, kind: 'api' });
  await assert.rejects(issue(), refusedWith('credential_limit', 409));
  await accounts.issueCredential({ personId, kind: 'integration' });
  clock.advance(1);
  await issue();
  await assert.rejects(issue(), refusedWith('credential_limit', 409));
  await accounts.revokeCredentials({ id: 5 });
  await issue();
});

test('revoking takes one by its id, or all of a kind of a person, and nothing else', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const other = await addActive({ document: '52998224725' });
  for (const kind of ['api', 'api', 'api', 'checkout'] as const) {
    await accounts.issueCredential({ personId, kind });
  }
  await accounts.issueCredential({ personId: other.id, kind: 'api' });
  assert.deepEqual(await accounts.revokeCredentials({ id: 2 }), [2]);
  assert.deepEqual(await accounts.revokeCredentials({ personId, kind: 'api' }), [1, 3]);
  for (const target of [{ id: 2 }, { id: 99 }, { personId, kind: 'api' } as const]) {
    await assert.rejects(accounts.revokeCredentials(target), refusedWith('credential_unknown', 404));
  }
  const rest = [
    ...(await accounts.listCredentials({ personId })),
    ...(await accounts.listCredentials({ personId: other.id })),
  ];
  const inUse = rest.filter((credential) => credential.state === 'in_use');
  assert.deepEqual(
    inUse.map((credential) => credential.id),
    [4, 5],
  );
});

test('signing secrets can be had again, newest first, until revoked or expired', async (context) => {
  const { accounts, addActive, another, clock, tables } = await openTestRoom(context);
  const { id: personId } = await addActive();
  assert.deepEqual(await accounts.signingSecrets(personId), []);
  const first = await accounts.issueCredential({ personId, kind: 'postback' });
  const second = await accounts.issueCredential({ personId, kind: 'postback', expiresAt: START_MS + 1_000 });
  const revealed = async () =>
    (await (await another()).signingSecrets(personId)).map((secret) => secret.reveal());
  assert.deepEqual(await revealed(), [second.secret.reveal(), first.secret.reveal()]);
  clock.advance(1_000);
  assert.deepEqual(await revealed(), [first.secret.reveal()]);
  await accounts.revokeCredentials({ id: first.id });
  assert.deepEqual(await revealed(), []);
  const row = await tables
    .selectFrom('credentials')
    .select('sealed_secret')
    .where('id', '=', first.id)
    .executeTakeFirst();
  assert.equal(row?.sealed_secret, null);
});

test('a secret that is printed shows nothing', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id: personId } = await addActive();
  const issued = await accounts.issueCredential({ personId, kind: 'api' });
  assert.ok(issued.secret instanceof Secret);
  assert.ok(!JSON.stringify(issued).includes(issued.secret.reveal()));
});
