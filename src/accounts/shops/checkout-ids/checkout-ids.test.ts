import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { newDatabase, SQLITE_BY_DAY } from '../../../../test/support/databases.ts';
import { ACTIVE } from '../../persons/record/store.ts';
import type { AccountTables } from '../../tables.ts';
import { MIGRATIONS, openTestRoom } from '../../test-room.ts';
import { isOriginNamed } from './store.ts';

const PAGE = { origin: 'https://loja.exemplo.com.br', address: '203.0.113.7' };
const UNKNOWN = 'pub_000000000000000000000000';

for (const engine of SQLITE_BY_DAY) {
  describe(`public checkout ids on ${engine}`, () => {
    const open = async (context: TestContext, mode: 'sandbox' | 'production' = 'sandbox') => {
      const room = await openTestRoom(context, { engine, mode });
      const person = await room.addActive();
      return { ...room, ids: room.accounts.checkoutIds, person };
    };

    test('admit the pages of the origins named, or all where none is', async (context) => {
      const { ids, person } = await open(context);
      const everywhere = await ids.add({ personId: person.id, origins: [] });
      const named = await ids.add({
        personId: person.id,
        origins: ['https://LOJA.exemplo.com.br/', ' http://localhost:3000', 'https://loja.exemplo.com.br'],
        label: ' Site ',
      });
      assert.deepEqual(named.origins, ['https://loja.exemplo.com.br', 'http://localhost:3000']);
      assert.match(named.publicId, /^pub_[0-9a-f]{24}$/);
      assert.equal(
        (await ids.admit(everywhere.publicId, { ...PAGE, origin: undefined })).personId,
        person.id,
      );
      assert.equal((await ids.admit(named.publicId, PAGE)).personId, person.id);
      for (const origin of ['https://outra.exemplo.com.br', 'null', undefined]) {
        await assert.rejects(ids.admit(named.publicId, { ...PAGE, origin }), { code: 'origin_refused' });
      }
      assert.deepEqual(
        (await ids.list(person.id)).map(({ id, label }) => [id, label]),
        [
          [named.id, 'Site'],
          [everywhere.id, undefined],
        ],
      );
    });

    test('are refused with origins that no browser sends', async (context) => {
      const { ids, person } = await open(context);
      const wrong = [
        'loja.exemplo.com.br',
        'ftp://a.b',
        'https://a.b/pagar',
        'https://a.b?x',
        'https://u@a.b',
        '*',
        '',
      ];
      for (const origin of wrong) {
        await assert.rejects(ids.add({ personId: person.id, origins: [origin] }), { code: 'origin_invalid' });
      }
      const many = Array.from({ length: 21 }, (_, index) => `https://loja${index}.exemplo.com.br`);
      await assert.rejects(ids.add({ personId: person.id, origins: many }), { code: 'origin_invalid' });
      assert.deepEqual(await ids.list(person.id), []);
    });

    test('end when they are revoked or their person is deactivated, within five seconds', async (context) => {
      const { ids, person, accounts, clock } = await open(context);
      const [one, other] = [
        await ids.add({ personId: person.id, origins: [] }),
        await ids.add({ personId: person.id, origins: [] }),
      ];
      await ids.admit(one.publicId, PAGE);
      await ids.admit(other.publicId, PAGE);
      await ids.revoke({ id: one.id, personId: person.id });
      clock.advance(5_000);
      await assert.rejects(ids.admit(one.publicId, PAGE), { code: 'checkout_id_unknown' });
      await accounts.deactivatePerson(person.id);
      clock.advance(5_000);
      await assert.rejects(ids.admit(other.publicId, PAGE), { code: 'checkout_id_unknown' });
      await assert.rejects(ids.revoke({ id: one.id, personId: person.id }), { code: 'credential_unknown' });
    });

    test('are changed and revoked only by their own person', async (context) => {
      const { ids, person, addActive } = await open(context);
      const stranger = await addActive({ document: '11222333000181' });
      const { id } = await ids.add({ personId: person.id, origins: [] });
      const foreign = { id, personId: stranger.id };
      await assert.rejects(ids.revoke(foreign), { code: 'credential_unknown' });
      await assert.rejects(ids.changeOrigins(foreign, []), { code: 'credential_unknown' });
      const changed = await ids.changeOrigins({ id, personId: person.id }, ['https://a.b']);
      assert.deepEqual(changed.origins, ['https://a.b']);
    });

    test('are twenty in use at most', async (context) => {
      const { ids, person } = await open(context);
      const { id } = await ids.add({ personId: person.id, origins: [] });
      for (let more = 1; more < 20; more += 1) await ids.add({ personId: person.id, origins: [] });
      await assert.rejects(ids.add({ personId: person.id, origins: [] }), { code: 'credential_limit' });
      await ids.revoke({ id, personId: person.id });
      await ids.add({ personId: person.id, origins: [] });
    });

    test('serve one address 120 times a minute in production, unknown ones counted too', async (context) => {
      const { ids, person, clock } = await open(context, 'production');
      const { publicId } = await ids.add({ personId: person.id, origins: [] });
      for (let time = 0; time < 60; time += 1) {
        await ids.admit(publicId, PAGE);
        await assert.rejects(ids.admit(UNKNOWN, PAGE), { code: 'checkout_id_unknown' });
      }
      await assert.rejects(ids.admit(publicId, PAGE), { code: 'too_many_keys' });
      await ids.admit(publicId, { ...PAGE, address: '203.0.113.8' });
      clock.advance(60_000);
      await ids.admit(publicId, PAGE);
    });

    test('tell whose pages an origin has, while they are in use', async (context) => {
      const { ids, person, accounts, addActive, clock } = await open(context);
      const other = await addActive({ document: '11222333000181' });
      await ids.add({ personId: other.id, origins: [] });
      const { id } = await ids.add({ personId: person.id, origins: [PAGE.origin] });
      const which = { id, personId: person.id };
      const stand = async () => {
        clock.advance(5_000);
        return [
          await ids.isShopPage(PAGE),
          await ids.isPageOf(person.id, PAGE.origin),
          await ids.isPageOf(other.id, PAGE.origin),
        ];
      };
      assert.deepEqual(await stand(), [true, true, false]);
      assert.equal(await ids.isShopPage({ ...PAGE, origin: 'null' }), false);
      assert.equal(await ids.isShopPage({ ...PAGE, origin: `https://${'a'.repeat(300)}` }), false);
      await ids.changeOrigins(which, ['https://a.b', 'https://c.d']);
      assert.deepEqual(await stand(), [false, false, false]);
      assert.equal(await ids.isShopPage({ ...PAGE, origin: 'https://c.d' }), true);
      await ids.changeOrigins(which, [PAGE.origin]);
      const second = await ids.add({ personId: person.id, origins: [PAGE.origin] });
      await ids.revoke(which);
      assert.deepEqual(await stand(), [true, true, false]);
      await ids.revoke({ id: second.id, personId: person.id });
      assert.deepEqual(await stand(), [false, false, false]);
      await ids.add({ personId: person.id, origins: [PAGE.origin] });
      assert.deepEqual(await stand(), [true, true, false]);
      await accounts.deactivatePerson(person.id);
      assert.deepEqual(await stand(), [false, false, false]);
    });

    test('are asked about unknown origins 120 times a minute by one address in production', async (context) => {
      const { ids, person, clock } = await open(context, 'production');
      await ids.add({ personId: person.id, origins: [PAGE.origin] });
      for (let time = 0; time < 119; time += 1)
        await ids.isShopPage({ ...PAGE, origin: `https://${time}.exemplo.com.br` });
      for (let time = 0; time < 10; time += 1) assert.equal(await ids.isShopPage(PAGE), true);
      await ids.isShopPage({ ...PAGE, origin: 'https://outra.exemplo.com.br' });
      assert.equal(await ids.isShopPage(PAGE), false);
      assert.equal(await ids.isShopPage({ ...PAGE, address: '203.0.114.7' }), true);
      clock.advance(60_000);
      assert.equal(await ids.isShopPage(PAGE), true);
    });

    test('of before origins were looked up are found by them', async (context) => {
      const { '1310-checkout-origins': _, ...earlier } = MIGRATIONS;
      const { database, close } = await newDatabase(engine, earlier);
      context.after(close);
      await database.write(async (write) => {
        await sql`insert into persons (id, role, status, document, legal_person, name, late_approval, created_at)
          values (7, 'seller', ${ACTIVE}, '11144477735', 0, 'Loja', 'accept', 1)`.execute(write.tables());
        for (const [id, origins, revokedAt] of [
          [1, '["https://a.b","https://c.d"]', null],
          [2, '["https://e.f"]', 1],
        ]) {
          await sql`insert into checkout_ids (id, person_id, public_id, origins, created_at, revoked_at)
            values (${id}, 7, ${`pub_${id}`}, ${origins}, 1, ${revokedAt})`.execute(write.tables());
        }
      });
      await database.migrate(MIGRATIONS);
      const found = [];
      for (const origin of ['https://a.b', 'https://c.d', 'https://e.f'])
        found.push(await isOriginNamed(database.read<AccountTables>(), origin, 7));
      assert.deepEqual(found, [true, true, false]);
    });
  });
}
