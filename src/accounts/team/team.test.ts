import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { endAccess } from '../entry/end-access.ts';
import { MAX_WRONG_PASSWORDS } from '../logins/lockout.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';
import { MAX_USERS_PER_PERSON } from './user.ts';

const PASSWORD = new Secret('cavalo & bateria = grãos');
/** Of the shop whose member is not the holder of the address. */
const OTHERS = new Secret('tamanduá & 77 lareiras');
const EMAIL = 'ana@loja.example';
const ENTRY = { address: '192.0.2.1', agent: '', replaces: undefined };

async function twoShops(room: TestRoom): Promise<readonly [number, number]> {
  const one = await room.addActive();
  const other = await room.addActive({ document: '11222333000181', name: 'Outra loja' });
  return [one.id, other.id];
}

async function invite({ accounts }: TestRoom, personId: number, email = EMAIL) {
  const invited = await accounts.panel.invite({ personId, name: 'Ana', email, role: 'read' });
  return { id: invited.user.id, token: tokenOf(invited) };
}

function tokenOf({ url }: { readonly url: Secret }): Secret {
  return new Secret(url.reveal().split('#').at(-1) ?? '');
}

/** Whose panel opens; undefined when none does. */
async function personEntered(room: TestRoom, login: string, password: Secret): Promise<number | undefined> {
  const entered = await room.accounts.panel.enter({ ...ENTRY, login, password });
  return entered.kind === 'entered' ? entered.user.personId : undefined;
}

for (const engine of SQLITE_BY_DAY) {
  test(`a shop that takes an address which is not its own keeps it from no other (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    const [one, other] = await twoShops(room);
    const open = await invite(room, other);
    const taken = await invite(room, one);
    await assert.rejects(invite(room, one), refusedWith('email_taken', 409), 'twice in one team');
    const squatter = await panel.join({ token: taken.token, password: OTHERS });
    assert.equal(await panel.loginOf(squatter), EMAIL);
    room.clock.advance(1);
    // Neither its earlier invitation ends, nor is the other team told of it by a later one.
    const holder = await panel.join({ token: open.token, password: PASSWORD });
    assert.equal(await panel.loginOf(holder), `11.222.333/0001-81 ${EMAIL}`);
    await panel.endAccess({ personId: other, userId: holder.id });
    await panel.join({ token: (await invite(room, other)).token, password: PASSWORD });
    for (const login of [`11.222.333/0001-81 ${EMAIL}`, `11222333000181   ANA@loja.example `]) {
      assert.equal(await personEntered(room, login, PASSWORD), other);
      assert.equal(await personEntered(room, login, OTHERS), undefined);
    }
    assert.equal(await personEntered(room, EMAIL, OTHERS), one);
    assert.equal(await personEntered(room, `111.444.777-35 ${EMAIL}`, OTHERS), one);
    await room.accounts.deactivatePerson(one);
    assert.equal(await personEntered(room, EMAIL, PASSWORD), other);
    room.clock.advance(1);
    await room.accounts.reactivatePerson(one);
    assert.equal(await personEntered(room, EMAIL, PASSWORD), other, 'it had access without a break');
    assert.equal(await personEntered(room, `111.444.777-35 ${EMAIL}`, OTHERS), one);
  });

  test(`who knows a password of an address does not end the lock of another shop's (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    const [one, other] = await twoShops(room);
    const squatter = await panel.join({ token: (await invite(room, one)).token, password: OTHERS });
    room.clock.advance(1);
    await panel.join({ token: (await invite(room, other)).token, password: PASSWORD });
    const login = `11.222.333/0001-81 ${EMAIL}`;
    for (let count = 1; count < MAX_WRONG_PASSWORDS; count += 1) await personEntered(room, login, OTHERS);
    assert.equal(await personEntered(room, EMAIL, OTHERS), one);
    const link = await panel.renewUserLink({ personId: one, userId: squatter.id });
    await panel.join({ token: tokenOf(link), password: new Secret('jabuti azul & 99') });
    assert.equal(await personEntered(room, login, OTHERS), undefined);
    assert.equal((await panel.enter({ ...ENTRY, login, password: PASSWORD })).kind, 'locked');
  });

  test(`a lock tells nobody in which shop an address logs in, and a new password ends it (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    const [one] = await twoShops(room);
    const { id, token } = await invite(room, one);
    await panel.join({ token, password: PASSWORD });
    const [own, others] = [`111.444.777-35 ${EMAIL}`, `11.222.333/0001-81 ${EMAIL}`];
    const kindOf = async (login: string) => (await panel.enter({ ...ENTRY, login, password: OTHERS })).kind;
    const lock = async (login: string) => {
      for (let count = 0; count < MAX_WRONG_PASSWORDS; count += 1) await kindOf(login);
      assert.equal(await kindOf(login), 'locked');
    };
    await lock(EMAIL);
    assert.deepEqual([await kindOf(own), await kindOf(others)], ['wrong', 'wrong']);
    await lock(own);
    const link = await panel.renewUserLink({ personId: one, userId: id });
    await panel.join({ token: tokenOf(link), password: new Secret('jabuti azul & 99') });
    assert.deepEqual([await kindOf(own), await kindOf(EMAIL)], ['wrong', 'wrong']);
  });

  test(`those who left do not fill a team, which is listed in pages, they last (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    const { id: personId } = await room.addActive();
    const ids: number[] = [];
    for (let count = 0; count < MAX_USERS_PER_PERSON; count += 1) {
      ids.push((await invite(room, personId, `colega-${count}@loja.example`)).id);
    }
    await assert.rejects(invite(room, personId), refusedWith('team_full', 409));
    const [gone = 0, also = 0, ...stay] = ids;
    for (const userId of [gone, also]) await endAccess(room.options, { personId, userId });
    const last = await invite(room, personId);
    assert.deepEqual(await panel.countTeam(personId), { active: 0, invited: MAX_USERS_PER_PERSON - 1 });
    const seen: number[] = [];
    let afterId: number | undefined;
    for (;;) {
      const page = await panel.listTeam({ personId, afterId, limit: 67 });
      if (page.length === 0) break;
      seen.push(...page.map(({ id }) => id));
      afterId = seen.at(-1);
    }
    assert.deepEqual(seen, [...stay, last.id, gone, also]);
  });
}
