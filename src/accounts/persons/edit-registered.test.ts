import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';
import type { PersonChanges } from './record/person.ts';
import { OPEN_TO_ITS_NETWORK_MS } from './record/registration.ts';

const DOCUMENT = '11144477735';
const OTHER_DOCUMENT = '52998224725';
const HERE = '192.0.2.1';
const ELSEWHERE = '198.51.100.9';
const SHOP: PersonChanges = { document: DOCUMENT, name: 'Loja Nova' };

const editOf =
  ({ accounts }: TestRoom) =>
  (id: number, { code, address = HERE }: { code?: Secret; address?: string } = {}, changes = SHOP) =>
    accounts.editRegistered({ id, registrant: { code, address }, changes });

for (const engine of SQLITE_BY_DAY) {
  test(`who registered edits with the code, or for half an hour from the same network (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const edit = editOf(room);
    const { person, code } = await room.register({ email: 'loja@example.com' }, HERE);
    await edit(person.id);
    assert.equal((await room.accounts.findPerson(person.id))?.name, 'Loja Nova');
    room.clock.advance(OPEN_TO_ITS_NETWORK_MS);
    await assert.rejects(edit(person.id), refusedWith('key_unknown', 401));
    await edit(person.id, { code, address: ELSEWHERE }, { document: OTHER_DOCUMENT, name: 'Outra' });
    const edited = await room.accounts.findPerson(person.id);
    assert.deepEqual(
      [edited?.document, edited?.name, edited?.email],
      [OTHER_DOCUMENT, 'Outra', 'loja@example.com'],
    );
  });

  test(`the answer tells what was sent and nothing that was stored (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { person } = await room.register({
      legalPerson: true,
      email: 'loja@example.com',
      phone1: '11 4000-0000',
      tradeName: 'Lojinha',
      address: { city: 'Santos' },
    });
    const answer = await editOf(room)(person.id, {}, { ...SHOP, phone1: '11 4000-0001' });
    assert.deepEqual(
      [answer.id, answer.name, answer.phone1, answer.status],
      [person.id, 'Loja Nova', '11 4000-0001', 'waiting'],
    );
    assert.deepEqual(
      [answer.legalPerson, answer.email, answer.tradeName, answer.address, answer.photoId],
      [false, undefined, undefined, undefined, undefined],
    );
    const stored = await room.accounts.findPerson(person.id);
    assert.deepEqual(
      [stored?.email, stored?.phone1, stored?.legalPerson],
      ['loja@example.com', '11 4000-0001', true],
    );
  });

  test(`every id that may not be edited gets the same answer, no matter whose it is (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { accounts } = room;
    const creator = await room.addActive({ document: '12ABC34501DE35' });
    const ofAKey = await accounts.addPerson({ ...SHOP, role: 'seller', createdBy: creator.id });
    const ofTheOperator = await accounts.addPerson({ ...SHOP, role: 'seller' });
    const { person: elsewhere } = await room.register({}, ELSEWHERE);
    const { person: otherDocument } = await room.register({ document: OTHER_DOCUMENT });
    const { person: active, code: codeOfActive } = await room.register();
    await accounts.activatePerson(active.id);
    const edit = editOf(room);
    const ids = [creator, ofAKey, ofTheOperator, elsewhere, otherDocument, active].map(({ id }) => id);
    for (const id of [...ids, 9_999]) {
      for (const code of [undefined, codeOfActive, new Secret('00')]) {
        const by = code ? { code } : {};
        await assert.rejects(edit(id, by), refusedWith('key_unknown', 401), `${id}`);
        const wrongDocument = edit(id, by, { ...SHOP, document: '123' });
        await assert.rejects(wrongDocument, refusedWith('document_invalid', 400), `${id}`);
      }
    }
  });
}

test('an edit that will be refused is known before a photo is decoded for it, and nothing is written', async (context) => {
  const room = await openTestRoom(context);
  const { person } = await room.register();
  const check = (id: number, address: string) =>
    room.accounts.checkRegistrationEdit({ id, registrant: { code: undefined, address }, changes: SHOP });
  await check(person.id, HERE);
  await assert.rejects(check(person.id, ELSEWHERE), refusedWith('key_unknown', 401));
  await assert.rejects(check(99, HERE), refusedWith('key_unknown', 401));
  assert.deepEqual(await room.accounts.findPerson(person.id), person);
});

test('of the code only a hash is stored', async (context) => {
  const room = await openTestRoom(context);
  const { code } = await room.register();
  const rows = JSON.stringify(await room.tables.selectFrom('registrations').selectAll().execute());
  assert.ok(!rows.includes(code.reveal()));
  assert.equal(`${code}`, '***');
});

test('those that waited without a key before there were codes are edited with a key only', async (context) => {
  const room = await openTestRoom(context);
  const { person } = await room.register();
  await room.database.write(async (transaction) => {
    await transaction
      .tables<{ registrations: { code_hash: string; network: string } }>()
      .updateTable('registrations')
      .set({ code_hash: '', network: '' })
      .execute();
  });
  const edit = editOf(room);
  await assert.rejects(edit(person.id), refusedWith('key_unknown', 401));
  await assert.rejects(edit(person.id, { code: new Secret('') }), refusedWith('key_unknown', 401));
});
