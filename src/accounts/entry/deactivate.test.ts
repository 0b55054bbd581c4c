import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { editPerson } from '../persons/edit.ts';
import { openTestRoom, refusedWith } from '../test-room.ts';

const PASSWORD = new Secret('pao de queijo quentinho');
const DOCUMENT = '11144477735';
const SHOP = { role: 'seller', document: DOCUMENT, name: 'Loja' } as const;
/** Promised for every instance (docs/contract/decided.md 2). */
const GONE_WITHIN_MS = 5_000;

for (const engine of SQLITE_BY_DAY) {
  test(`keys are suspended and restored; logins, sessions and links end permanently (${engine})`, async (context) => {
    const { accounts, addWithPassword, newToken, tables, clock } = await openTestRoom(context, { engine });
    const { id } = await addWithPassword(PASSWORD.reveal(), SHOP);
    const api = await accounts.issueCredential({ personId: id, kind: 'api' });
    const checkout = await accounts.issueCredential({ personId: id, kind: 'checkout' });
    const key = await accounts.issueCredential({ personId: id, kind: 'integration' });
    await accounts.issueCredential({ personId: id, kind: 'postback' });
    const logIn = () => accounts.logIn({ document: DOCUMENT, password: PASSWORD, address: '192.0.2.1' });
    const login = await logIn();
    assert.ok(login.kind === 'in');
    const browser = { address: '192.0.2.1', agent: 'test', replaces: undefined };
    const entered = await accounts.panel.enter({ login: DOCUMENT, password: PASSWORD, ...browser });
    assert.ok(entered.kind === 'entered');
    const session = entered.opened.token.reveal();
    const token = await newToken(id);
    const taken = async () => [
      (await accounts.verifyApi(api.name ?? '', api.secret)) !== undefined,
      (await accounts.verifyCheckout(checkout.name ?? '', checkout.secret)) !== undefined,
      (await accounts.verifyKey(key.secret)) !== undefined,
      (await accounts.verifyKey(login.key)) !== undefined,
      (await accounts.panel.findVisitor(session)) !== undefined,
      (await accounts.findLink(token)) !== undefined,
    ];
    assert.deepEqual(await taken(), [true, true, true, true, true, true]);

    assert.equal((await accounts.deactivatePerson(id)).status, 'inactive');
    assert.equal((await accounts.findPerson(id))?.status, 'inactive');
    clock.advance(GONE_WITHIN_MS);
    assert.deepEqual(await taken(), [false, false, false, false, false, false]);
    assert.deepEqual(await logIn(), { kind: 'wrong', personId: undefined });
    await assert.rejects(
      accounts.setPassword({ token, password: PASSWORD }),
      refusedWith('link_invalid', 410),
    );
    assert.equal((await accounts.signingSecrets(id)).length, 1, 'postbacks stay signed');

    assert.equal((await accounts.reactivatePerson(id)).status, 'active');
    clock.advance(GONE_WITHIN_MS);
    assert.deepEqual(await taken(), [true, true, true, false, false, false]);
    assert.equal((await logIn()).kind, 'in');
    assert.deepEqual(await tables.selectFrom('password_links').selectAll().execute(), []);
  });

  test(`a login beside the deactivation gives no key that outlives it (${engine})`, async (context) => {
    const { accounts, addWithPassword, clock, tables } = await openTestRoom(context, { engine });
    const { id } = await addWithPassword(PASSWORD.reveal(), SHOP);
    const [login] = await Promise.all([
      accounts.logIn({ document: DOCUMENT, password: PASSWORD, address: '192.0.2.1' }),
      accounts.deactivatePerson(id),
    ]);
    await accounts.reactivatePerson(id);
    clock.advance(GONE_WITHIN_MS);
    if (login.kind === 'in') assert.equal(await accounts.verifyKey(login.key), undefined);
    assert.deepEqual(await tables.selectFrom('credentials').selectAll().execute(), []);
  });

  test(`what is written with it stands or falls with it (${engine})`, async (context) => {
    const { accounts, addActive } = await openTestRoom(context, { engine });
    const { id } = await addActive();
    const fails = async () => {
      throw new Error('the audit could not be written');
    };
    await assert.rejects(accounts.deactivatePerson(id, fails), /the audit/);
    assert.equal((await accounts.findPerson(id))?.status, 'active');
  });
}

test('only who is active is deactivated, and only who is inactive reactivated', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const waiting = await accounts.addPerson({ ...SHOP, document: '52998224725' });
  await assert.rejects(accounts.deactivatePerson(waiting.id), refusedWith('person_waiting', 403));
  await assert.rejects(accounts.reactivatePerson(waiting.id), refusedWith('person_not_inactive', 409));
  await assert.rejects(accounts.deactivatePerson(99), refusedWith('person_unknown', 404));
  const { id } = await addActive();
  await assert.rejects(accounts.reactivatePerson(id), refusedWith('person_not_inactive', 409));
  await accounts.deactivatePerson(id);
  await assert.rejects(accounts.deactivatePerson(id), refusedWith('person_inactive', 403));
  await assert.rejects(accounts.activatePerson(id), refusedWith('person_inactive', 403));
  await assert.rejects(accounts.newLink(id), refusedWith('person_inactive', 403));
  await assert.rejects(accounts.refusePerson(id), refusedWith('person_inactive', 403));
});

test('an inactive person keeps its document, so that it can be given back its access', async (context) => {
  const { accounts, addActive } = await openTestRoom(context);
  const { id } = await addActive(SHOP);
  await accounts.deactivatePerson(id);
  const again = await accounts.addPerson(SHOP);
  await assert.rejects(accounts.activatePerson(again.id), refusedWith('document_taken', 409));
  assert.deepEqual(
    (await accounts.listPersons({ status: 'inactive' })).persons.map((person) => person.id),
    [id],
  );
  await accounts.reactivatePerson(id);
});

test('an inactive person is edited only by operators', async (context) => {
  const { accounts, addActive, options } = await openTestRoom(context);
  const integrator = await addActive({ role: 'integrator', document: '52998224725' });
  const { id } = await addActive({ ...SHOP, createdBy: integrator.id });
  await accounts.deactivatePerson(id);
  const edit = (personId: number, role: 'integrator' | 'operator') =>
    editPerson(options, {
      id,
      editor: { personId, role },
      changes: { document: DOCUMENT, name: 'Outro nome' },
    });
  await assert.rejects(edit(integrator.id, 'integrator'), refusedWith('person_inactive', 403));
  assert.equal((await edit(99, 'operator')).name, 'Outro nome');
});
