import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fingerprint } from '../../platform/fingerprint.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, refusedWith, START_MS } from '../test-room.ts';
import { PERSONS_PER_PAGE } from './list.ts';
import { LINK_LIFE_MS } from './record/one-time-link.ts';
import { insertPerson } from './record/store.ts';

const SHOP = { role: 'seller', document: '111.444.777-35', name: ' Padaria do João ' } as const;

test('a person is added waiting, with a bare document, a trimmed name and the next id', async (context) => {
  const { accounts } = await openTestRoom(context);
  const first = await accounts.addPerson(SHOP);
  const second = await accounts.addPerson({ ...SHOP, document: '12.abc.345/01de-35', role: 'integrator' });
  assert.deepEqual(first, {
    id: 1,
    role: 'seller',
    status: 'waiting',
    document: '11144477735',
    legalPerson: false,
    name: 'Padaria do João',
    tradeName: undefined,
    email: undefined,
    phone1: undefined,
    phone2: undefined,
    address: undefined,
    photoId: undefined,
    keyless: false,
    createdBy: undefined,
    lateApproval: 'accept',
    postbackDelaySeconds: 3,
    retryGuard: 'warn',
    failover: 'on',
    createdAt: START_MS,
    activatedAt: undefined,
  });
  assert.equal(second.id, 2);
  assert.equal(second.document, '12ABC34501DE35');
  assert.equal(second.legalPerson, true);
  assert.deepEqual(await accounts.findPerson(1), first);
  assert.deepEqual(await accounts.findPerson(2), second);
});

test('ids that cannot be are not found', async (context) => {
  const { accounts } = await openTestRoom(context);
  for (const id of [0, -1, 1.5, Number.NaN, 2 ** 53, 99])
    assert.equal(await accounts.findPerson(id), undefined);
});

test('check digits are verified when they are on, the shape always', async (context) => {
  const strict = await openTestRoom(context);
  await assert.rejects(
    strict.accounts.addPerson({ ...SHOP, document: '11144477736' }),
    refusedWith('document_invalid', 400),
  );
  const loose = await openTestRoom(context, { checkDocuments: false });
  assert.equal(
    (await loose.accounts.addPerson({ ...SHOP, document: '11144477736' })).document,
    '11144477736',
  );
  await assert.rejects(
    loose.accounts.addPerson({ ...SHOP, document: '123' }),
    refusedWith('document_invalid', 400),
  );
});

test('a name is one to 255 characters without control characters', async (context) => {
  const { accounts } = await openTestRoom(context);
  for (const name of [
    '',
    '   ',
    'x'.repeat(256),
    'duas\nlinhas',
    'duas\u2028linhas',
    'ajoL\u202e',
    'nulo\0',
  ]) {
    await assert.rejects(accounts.addPerson({ ...SHOP, name }), refusedWith('text_invalid', 400));
  }
  assert.equal((await accounts.addPerson({ ...SHOP, name: 'x'.repeat(255) })).id, 1);
});

test('activating gives a link of 256 random bits, of which only the hash is stored', async (context) => {
  const { accounts, tables, clock } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  clock.advance(5_000);
  const { person, url, expiresAt } = await accounts.activatePerson(1);
  assert.equal(person.status, 'active');
  assert.equal(person.activatedAt, START_MS + 5_000);
  assert.deepEqual(await accounts.findPerson(1), person);

  const token = /^https:\/\/loja\.example\/senha\/([A-Za-z0-9_-]{43})$/.exec(url.reveal())?.[1];
  assert.ok(token);
  assert.equal(`${url} ${JSON.stringify({ url })}`, '*** {"url":"***"}');
  assert.equal(expiresAt, START_MS + 5_000 + 72 * 3_600_000);
  const rows = await tables.selectFrom('password_links').selectAll().execute();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ token_hash: fingerprint('link', token), person_id: 1, expires_at: expiresAt }],
  );
});

test('activating twice, or nobody, is refused', async (context) => {
  const { accounts } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  await accounts.activatePerson(1);
  await assert.rejects(accounts.activatePerson(1), refusedWith('person_active', 409));
  await assert.rejects(accounts.activatePerson(2), refusedWith('person_unknown', 404));
});

test('two waiting persons may share a document, two active ones never', async (context) => {
  const { accounts, database } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  const twin = await accounts.addPerson(SHOP);
  await accounts.activatePerson(1);
  await assert.rejects(accounts.activatePerson(2), refusedWith('document_taken', 409));
  assert.equal((await accounts.findPerson(2))?.status, 'waiting');
  const around = database.write((transaction) =>
    insertPerson(transaction.tables<AccountTables>(), {
      ...twin,
      id: 3,
      status: 'active',
      activatedAt: START_MS,
    }),
  );
  await assert.rejects(around, /unique/i);
});

test('of two activations of one document at the same moment one is refused', async (context) => {
  const { accounts, twice } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  await accounts.addPerson(SHOP);
  const outcomes = await twice('activatePerson', [1, 2]);
  assert.equal(outcomes.filter((outcome) => 'value' in outcome).length, 1);
  assert.deepEqual(
    outcomes.filter((outcome) => 'code' in outcome),
    [{ code: 'document_taken' }],
  );
  const active = await accounts.listPersons({ status: 'active' });
  assert.equal(active.persons.length, 1);
});

test('a new link voids the earlier ones and is only for active persons', async (context) => {
  const { accounts, tables, clock } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  await assert.rejects(accounts.newLink(1), refusedWith('person_waiting', 403));
  await assert.rejects(accounts.newLink(9), refusedWith('person_unknown', 404));
  const first = await accounts.activatePerson(1);
  clock.advance(1_000);
  const second = await accounts.newLink(1);
  assert.notEqual(second.url.reveal(), first.url.reveal());
  assert.equal(second.expiresAt, START_MS + 1_000 + LINK_LIFE_MS);
  const token = second.url.reveal().split('/').at(-1) ?? '';
  const rows = await tables.selectFrom('password_links').select('token_hash').execute();
  assert.deepEqual(
    rows.map((row) => row.token_hash),
    [fingerprint('link', token)],
  );
});

test('late approvals are accepted unless the person is set otherwise', async (context) => {
  const { accounts } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  await accounts.changeSettings(1, { lateApproval: 'undo' });
  assert.equal((await accounts.findPerson(1))?.lateApproval, 'undo');
  await assert.rejects(
    accounts.changeSettings(2, { lateApproval: 'undo' }),
    refusedWith('person_unknown', 404),
  );
});

test('the first postback waits 0 to 60 whole seconds, 3 unless the person is set otherwise', async (context) => {
  const { accounts, clock } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  assert.equal(await accounts.postbackDelaySeconds(1), 3);
  for (const seconds of [0, 60]) {
    await accounts.changeSettings(1, { postbackDelaySeconds: seconds });
    clock.advance(3_000);
    assert.equal(await accounts.postbackDelaySeconds(1), seconds);
  }
  for (const seconds of [-1, 61, 1.5, Number.NaN]) {
    await assert.rejects(
      accounts.changeSettings(1, { postbackDelaySeconds: seconds }),
      refusedWith('postback_delay_invalid', 400),
    );
  }
  assert.equal((await accounts.findPerson(1))?.postbackDelaySeconds, 60);
});

test('persons are listed by id in pages, all or those of one status', async (context) => {
  const { accounts, database } = await openTestRoom(context);
  const template = await accounts.addPerson(SHOP);
  await accounts.activatePerson(1);
  await database.write(async (transaction) => {
    for (let id = 2; id <= PERSONS_PER_PAGE + 2; id += 1) {
      await insertPerson(transaction.tables<AccountTables>(), { ...template, id });
    }
  });
  const first = await accounts.listPersons();
  assert.equal(first.persons.length, PERSONS_PER_PAGE);
  assert.equal(first.nextAfterId, PERSONS_PER_PAGE);
  const second = await accounts.listPersons({ afterId: first.nextAfterId });
  assert.deepEqual(
    second.persons.map((person) => person.id),
    [PERSONS_PER_PAGE + 1, PERSONS_PER_PAGE + 2],
  );
  assert.equal(second.nextAfterId, undefined);
  const active = await accounts.listPersons({ status: 'active' });
  assert.deepEqual(
    active.persons.map((person) => person.id),
    [1],
  );
});

test('persons added at the same moment by two processes get different ids', async (context) => {
  const { accounts, twice } = await openTestRoom(context);
  await twice('addPerson', [SHOP, SHOP]);
  const { persons } = await accounts.listPersons();
  assert.deepEqual(
    persons.map((person) => person.id),
    [1, 2],
  );
});
