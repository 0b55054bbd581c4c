import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../test/support/databases.ts';
import { Secret } from '../platform/secret.ts';
import { MAX_WAITING_OF } from './persons/add.ts';
import { insertPerson } from './persons/record/store.ts';
import { WAITING_LIFE_MS } from './sweep.ts';
import type { AccountTables } from './tables.ts';
import { openTestRoom, refusedWith, type TestRoom } from './test-room.ts';

const SHOP = { role: 'seller', document: '11144477735', name: 'Loja' } as const;
const DAY_MS = 24 * 60 * 60_000;
const MORE_THAN_TWO_BATCHES = 1_001;

/** A document for the one person of a role. */
function documentOf(role: keyof typeof MAX_WAITING_OF): string {
  return { seller: '52998224725', integrator: '39053344705', operator: '12ABC34501DE35' }[role];
}

async function sweep({ accounts }: TestRoom): Promise<void> {
  for (const job of accounts.jobs) await job.run(new AbortController().signal);
}

for (const engine of ENGINES) {
  test(`persons created without a key are dropped after 90 days of waiting (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { accounts, clock } = room;
    await room.register();
    await room.register({ document: '52998224725' });
    await accounts.addPerson(SHOP);
    await accounts.activatePerson(2);
    clock.advance(WAITING_LIFE_MS);
    await room.register();
    await sweep(room);
    assert.equal((await accounts.listPersons()).persons.length, 4);
    clock.advance(1);
    await sweep(room);
    const { persons } = await accounts.listPersons();
    assert.deepEqual(
      persons.map(({ id }) => id),
      [2, 3, 4],
    );
    assert.equal((await accounts.addPerson(SHOP)).id, 5);
  });

  test(`so are those that were created with a key, not those of the command line (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { accounts, clock } = room;
    for (const role of ['seller', 'integrator', 'operator'] as const) {
      const { id } = await accounts.addPerson({ ...SHOP, document: documentOf(role), role });
      await accounts.activatePerson(id);
    }
    for (const createdBy of [1, 2, 3, undefined]) await accounts.addPerson({ ...SHOP, createdBy });
    await accounts.addPerson({ ...SHOP, document: '98765432100', createdBy: 2 });
    await accounts.activatePerson(8);
    clock.advance(WAITING_LIFE_MS + 1);
    await sweep(room);
    const { persons } = await accounts.listPersons();
    assert.deepEqual(
      persons.map(({ id }) => id),
      [1, 2, 3, 7, 8],
    );
  });

  test(`one run deletes all that has ended, in batches (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { accounts, database, clock } = room;
    const { person: template } = await room.register();
    await database.write(async (transaction) => {
      for (let id = 2; id <= MORE_THAN_TWO_BATCHES; id += 1) {
        await insertPerson(transaction.tables<AccountTables>(), { ...template, id });
      }
    });
    clock.advance(WAITING_LIFE_MS + 1);
    await sweep(room);
    assert.equal((await accounts.listPersons()).persons.length, 0);
  });

  test(`the persons that one creator has waiting are bounded by its role (${engine})`, async (context) => {
    const { accounts, database, clock } = await openTestRoom(context, { engine });
    for (const [role, document] of [
      ['seller', '98765432100'],
      ['integrator', '12ABC34501DE35'],
    ] as const) {
      const creator = await accounts.addPerson({ ...SHOP, document: documentOf(role), role });
      await accounts.activatePerson(creator.id);
      const { id } = await accounts.addPerson({ ...SHOP, document, createdBy: creator.id });
      await database.write(async (transaction) => {
        const waiting = await accounts.findPerson(id);
        assert.ok(waiting);
        for (let more = 1; more < MAX_WAITING_OF[role]; more += 1) {
          const person = { ...waiting, id: id * 10_000 + more, createdAt: clock.now() };
          await insertPerson(transaction.tables<AccountTables>(), person);
        }
      });
      const full = accounts.addPerson({ ...SHOP, createdBy: creator.id });
      await assert.rejects(full, refusedWith('too_many_waiting', 429), role);
      await accounts.activatePerson(id);
      await accounts.addPerson({ ...SHOP, createdBy: creator.id });
    }
  });

  test(`what ended long ago is deleted, what may still matter stays (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { accounts, clock, tables } = room;
    await room.addWithPassword('cavalo bateria grampo');
    const given = { document: SHOP.document, address: '192.0.2.1' };
    await accounts.logIn({ ...given, password: new Secret('cavalo bateria grampo') });
    await accounts.logIn({ ...given, password: new Secret('errada errada') });
    await accounts.newLink(1);
    await sweep(room);
    const counts = async () => ({
      credentials: (await tables.selectFrom('credentials').select('id').execute()).length,
      failures: (await tables.selectFrom('login_failures').select('login').execute()).length,
      links: (await tables.selectFrom('password_links').select('person_id').execute()).length,
    });
    // A wrong password is counted for its network and for the login wherever it comes from.
    assert.deepEqual(await counts(), { credentials: 1, failures: 2, links: 1 });
    clock.advance(4 * DAY_MS);
    await sweep(room);
    assert.deepEqual(await counts(), { credentials: 1, failures: 0, links: 0 });
    clock.advance(5 * DAY_MS);
    await sweep(room);
    assert.deepEqual(await counts(), { credentials: 0, failures: 0, links: 0 });
  });
}

test('thirty calls a minute without a key are counted for each address, in production', async (context) => {
  const production = await openTestRoom(context);
  const sandbox = await openTestRoom(context, { mode: 'sandbox' });
  for (let call = 0; call < 30; call += 1) production.accounts.countRegistration('192.0.2.1');
  assert.throws(
    () => production.accounts.countRegistration('192.0.2.1'),
    refusedWith('too_many_registrations', 429),
  );
  production.accounts.countRegistration('192.0.2.2');
  production.clock.advance(60_000);
  production.accounts.countRegistration('192.0.2.1');
  for (let call = 0; call < 40; call += 1) sandbox.accounts.countRegistration('192.0.2.1');
});
