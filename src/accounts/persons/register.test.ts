import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import type { AccountTables } from '../tables.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';
import type { RegistrationEvent } from './record/registration.ts';
import { MAX_REGISTRATIONS_OF_BLOCK, MAX_REGISTRATIONS_WAITING } from './register.ts';

/** Registrations that wait already, copies of one that is there, from as many addresses of a block. */
async function fill(room: TestRoom, { from, count, block }: { from: number; count: number; block: string }) {
  const { person } = await room.register({}, '192.0.2.250');
  const row = await room.tables
    .selectFrom('persons')
    .selectAll()
    .where('id', '=', person.id)
    .executeTakeFirstOrThrow();
  const copied = sql.join(Object.keys(row).flatMap((name) => (name === 'id' ? [] : [sql.ref(name)])));
  const numbers = sql`with recursive numbers (number) as (
    select ${sql.lit(from)} union all select number + 1 from numbers where number < ${sql.lit(from + count - 1)}
  )`;
  await room.database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    await sql`
      insert into persons (id, ${copied})
      ${numbers} select number, ${copied} from numbers, persons where id = ${sql.lit(person.id)}
    `.execute(tables);
    await sql`
      insert into registrations (person_id, code_hash, network, block, created_at)
      ${numbers} select number, '', '', ${sql.lit(block)}, ${sql.lit(room.clock.now())} + number from numbers
    `.execute(tables);
  });
  await room.accounts.refusePerson(person.id);
}

for (const engine of SQLITE_BY_DAY) {
  test(`a block of addresses has its own budget, which closes registration to nobody else (${engine})`, async (context) => {
    const events: RegistrationEvent[] = [];
    const room = await openTestRoom(context, { engine, onRegistration: (event) => events.push(event) });
    await fill(room, { from: 10_001, count: MAX_REGISTRATIONS_OF_BLOCK, block: '203.0.113.0/24' });
    events.length = 0;
    for (const address of ['203.0.113.1', '203.0.113.254']) {
      await assert.rejects(room.register({}, address), refusedWith('too_many_waiting', 429));
      const asked = { person: { document: '11144477735', name: 'Loja' }, address };
      await assert.rejects(room.accounts.checkRegistration(asked), refusedWith('too_many_waiting', 429));
    }
    const { person } = await room.register({}, '203.0.114.1');
    assert.deepEqual(
      events.map(({ lost }) => lost),
      ['refused', 'refused', 'refused', 'refused', 'none'],
    );
    assert.equal(events.at(-1)?.waiting, MAX_REGISTRATIONS_OF_BLOCK + 1);
    await room.accounts.activatePerson(10_001);
    await room.register({}, '203.0.113.1');
    assert.ok(await room.accounts.findPerson(person.id));
  });

  test(`when ten thousand wait, the oldest of the largest block goes (${engine})`, async (context) => {
    const events: RegistrationEvent[] = [];
    const room = await openTestRoom(context, { engine, onRegistration: (event) => events.push(event) });
    const { person: honest } = await room.register({}, '198.51.100.1');
    await fill(room, { from: 20_001, count: MAX_REGISTRATIONS_WAITING - 101, block: '203.0.113.0/24' });
    await fill(room, { from: 40_001, count: 100, block: '203.0.114.0/24' });
    assert.equal(await room.accounts.countRegistrations(), MAX_REGISTRATIONS_WAITING);
    const { person: newest } = await room.register({}, '198.51.101.1');
    assert.deepEqual(events.at(-1), { waiting: MAX_REGISTRATIONS_WAITING, lost: 'dropped' });
    assert.equal(await room.accounts.countRegistrations(), MAX_REGISTRATIONS_WAITING);
    assert.equal(await room.accounts.findPerson(20_001), undefined);
    for (const id of [honest.id, newest.id, 20_002, 40_001])
      assert.ok(await room.accounts.findPerson(id), `${id}`);
  });

  test(`an active person is no longer a registration, and never goes for a newer one (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { person } = await room.register();
    await room.accounts.activatePerson(person.id);
    assert.equal(await room.accounts.countRegistrations(), 0);
    assert.equal(await room.accounts.removeRegistrations({}), 0);
    await assert.rejects(room.accounts.refusePerson(person.id), refusedWith('person_active', 409));
    await assert.rejects(room.accounts.refusePerson(99), refusedWith('person_unknown', 404));
    assert.ok(await room.accounts.findPerson(person.id));
  });
}

test('in the sandbox, where everybody comes from one address, a block has no budget', async (context) => {
  const room = await openTestRoom(context, { mode: 'sandbox' });
  await fill(room, { from: 10_001, count: MAX_REGISTRATIONS_OF_BLOCK, block: '192.0.2.0/24' });
  await room.register({}, '192.0.2.1');
});
