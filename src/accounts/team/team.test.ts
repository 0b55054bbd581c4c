import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { Secret } from '../../platform/secret.ts';
import { openTestRoom, refusedWith, type TestRoom } from '../test-room.ts';
import { endAccess } from './end-access.ts';
import { MAX_USERS_PER_PERSON } from './user.ts';

const PASSWORD = new Secret('cavalo & bateria = grãos');
const EMAIL = 'ana@loja.example';

async function twoShops(room: TestRoom): Promise<readonly [number, number]> {
  const one = await room.addActive();
  const other = await room.addActive({ document: '11222333000181', name: 'Outra loja' });
  return [one.id, other.id];
}

async function invite({ accounts }: TestRoom, personId: number, email = EMAIL) {
  const { user, url } = await accounts.panel.invite({ personId, name: 'Ana', email, role: 'read' });
  return { id: user.id, token: new Secret(url.reveal().split('#').at(-1) ?? '') };
}

for (const engine of SQLITE_BY_DAY) {
  test(`an invitation of one shop keeps an address from no other; the first one accepted has it (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const { panel } = room.accounts;
    const [one, other] = await twoShops(room);
    const first = await invite(room, one);
    const second = await invite(room, other);
    await assert.rejects(invite(room, one), refusedWith('email_taken', 409), 'twice in one team');
    assert.equal((await panel.join({ token: second.token, password: PASSWORD })).id, second.id);
    // The other one is gone with its link.
    await assert.rejects(
      panel.join({ token: first.token, password: PASSWORD }),
      refusedWith('link_invalid', 410),
    );
    const [left] = await panel.listTeam({ personId: one, limit: 10 });
    assert.deepEqual([left?.id, left?.state], [first.id, 'ended']);
    const entered = await panel.enter({
      ...{ login: EMAIL, password: PASSWORD, address: '192.0.2.1', agent: '', replaces: undefined },
    });
    assert.ok(entered.kind === 'entered' && entered.user.personId === other);
    await assert.rejects(invite(room, one), refusedWith('email_taken', 409), 'somebody logs in with it');
    await panel.endAccess({ personId: other, userId: second.id });
    await invite(room, one);
  });

  test(`of two invitations accepted at the same moment one has the address (${engine})`, async (context) => {
    const room = await openTestRoom(context, { engine });
    const invitations = [];
    for (const personId of await twoShops(room)) invitations.push(await invite(room, personId));
    const { panel } = room.accounts;
    const outcomes = await Promise.allSettled(
      invitations.map(({ token }) => panel.join({ token, password: PASSWORD })),
    );
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
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
