import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import type { KeyHolder } from '../credentials/key-holder.ts';
import { openTestRoom, refusedWith } from '../test-room.ts';
import type { PersonChanges } from './record/person.ts';

const SHOP = { role: 'seller', document: '11144477735', name: 'Loja' } as const;
const ADDRESS = { street: 'Rua das Flores', number: '100', city: 'São Paulo', state: 'SP' };
const OPERATOR: KeyHolder = {
  personId: 99,
  role: 'operator',
  name: 'Operador',
  credentialId: 1,
  credentialKind: 'integration',
};

for (const engine of SQLITE_BY_DAY) {
  test(`a profile is kept field by field, and edited (${engine})`, async (context) => {
    const { accounts } = await openTestRoom(context, { engine });
    const added = await accounts.addPerson({
      ...SHOP,
      legalPerson: true,
      tradeName: ' Lojinha ',
      email: 'loja@example.com',
      phone1: '11 4000-0000',
      phone2: ' ',
      address: { ...ADDRESS, complement: '' },
    });
    assert.equal(added.legalPerson, true);
    assert.equal(added.tradeName, 'Lojinha');
    assert.equal(added.phone2, undefined);
    assert.deepEqual(added.address, ADDRESS);
    assert.deepEqual(await accounts.findPerson(1), added);

    const changes = { document: '111.444.777-35', name: 'Loja Nova', phone2: '11 4000-0001', email: ' ' };
    const edited = await accounts.editPerson({ id: 1, editor: OPERATOR, changes });
    assert.deepEqual(edited, { ...added, name: 'Loja Nova', phone2: '11 4000-0001', email: undefined });
    assert.deepEqual(await accounts.findPerson(1), edited);
  });

  test(`an active person takes no document of another active one (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.addActive();
    await room.addActive({ document: '52998224725' });
    const edit = (document: string) =>
      room.accounts.editPerson({ id: 1, editor: OPERATOR, changes: { document, name: 'Loja' } });
    await assert.rejects(edit('52998224725'), refusedWith('document_taken', 409));
    const changed = await edit('12ABC34501DE35');
    assert.equal(changed.document, '12ABC34501DE35');
    assert.equal(changed.legalPerson, true);
  });

  test(`an edit beside an activation is judged by what was there first (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    await room.accounts.addPerson(SHOP);
    const changes = { document: SHOP.document, name: 'Depois' };
    const [activation] = await room.twice('activatePerson', [1, 2]);
    assert.ok(activation && 'value' in activation);
    const creator: KeyHolder = {
      personId: 1,
      role: 'seller',
      name: 'Loja',
      credentialId: 1,
      credentialKind: 'integration',
    };
    const [first, second] = await room.twice('editPerson', [
      { id: 1, changes: { ...changes, document: '52998224725' }, editor: creator },
      { id: 1, changes, editor: OPERATOR },
    ]);
    assert.deepEqual(first, { code: 'document_fixed' });
    assert.ok(second && 'value' in second);
    assert.equal((await room.accounts.findPerson(1))?.name, 'Depois');
  });
}

test('an address is replaced as a whole, and emptied by one that holds nothing', async (context) => {
  const { accounts } = await openTestRoom(context);
  await accounts.addPerson({ ...SHOP, address: ADDRESS });
  const edit = (changes: Partial<PersonChanges>) =>
    accounts.editPerson({ id: 1, editor: OPERATOR, changes: { ...SHOP, ...changes } });
  assert.deepEqual((await edit({})).address, ADDRESS);
  assert.deepEqual((await edit({ address: { city: 'Santos' } })).address, { city: 'Santos' });
  assert.equal((await edit({ address: { city: ' ' } })).address, undefined);
});

test('a photo becomes the person’s in the same transaction, or not at all', async (context) => {
  const { accounts } = await openTestRoom(context);
  const seen: unknown[] = [];
  const photo = (id: string) => ({
    id,
    assign: async (_transaction: unknown, naming: object) => {
      seen.push({ id, ...naming });
    },
  });
  const added = await accounts.addPerson(SHOP, photo('first.png'));
  assert.equal(added.photoId, 'first.png');
  const changes = { document: SHOP.document, name: 'Loja' };
  await accounts.editPerson({ id: 1, editor: OPERATOR, changes, photo: photo('second.png') });
  await accounts.editPerson({ id: 1, editor: OPERATOR, changes });
  assert.equal((await accounts.findPerson(1))?.photoId, 'second.png');
  assert.deepEqual(seen, [
    { id: 'first.png', personId: 1, replaced: undefined },
    { id: 'second.png', personId: 1, replaced: 'first.png' },
  ]);

  const refused = { id: 'third.png', assign: () => Promise.reject(new Error('no place')) };
  await assert.rejects(accounts.addPerson(SHOP, refused), /no place/);
  assert.equal(await accounts.findPerson(2), undefined);
});

test('an edit that will be refused is known before a photo is decoded for it', async (context) => {
  const { accounts } = await openTestRoom(context);
  await accounts.addPerson(SHOP);
  const edit = (id: number, changes: PersonChanges) => accounts.checkEdit({ id, editor: OPERATOR, changes });
  await assert.rejects(edit(9, SHOP), refusedWith('person_unknown', 404));
  await assert.rejects(edit(9, { ...SHOP, document: '1' }), refusedWith('document_invalid', 400));
  await assert.rejects(edit(1, { ...SHOP, document: '1' }), refusedWith('document_invalid', 400));
  const stranger: KeyHolder = { ...OPERATOR, role: 'integrator' };
  const foreign = accounts.checkEdit({ id: 1, editor: stranger, changes: SHOP });
  await assert.rejects(foreign, refusedWith('person_foreign', 403));
  await assert.rejects(edit(1, { ...SHOP, email: 'duas\nlinhas' }), refusedWith('text_invalid', 400));
  await edit(1, { ...SHOP, name: 'Outra' });
  assert.equal((await accounts.findPerson(1))?.name, SHOP.name);
});

test('what every person has from the start is added in the transaction that adds the person', async (context) => {
  const added: number[] = [];
  let fails = false;
  const room = await openTestRoom(context, {
    mode: 'sandbox',
    onPersonAdded: async (_transaction, personId) => {
      if (fails) throw new Error('not today');
      added.push(personId);
    },
  });
  await room.accounts.createDemoAccounts();
  await room.accounts.addPerson(SHOP);
  assert.deepEqual(added, [1, 2, 3]);
  fails = true;
  await assert.rejects(room.accounts.addPerson(SHOP), /not today/);
  assert.equal((await room.accounts.listPersons()).persons.length, 3);
});
