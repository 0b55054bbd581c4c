import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { hang, ok, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { uuidMaker } from '../../platform/ids.ts';
import { oldPostbacks } from './old-postbacks.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import type { PostbackRow, PostbackTables } from './tables.ts';
import { HOUR, MINUTE, openTestRoom, type TestRoom } from './test-room.ts';

for (const engine of ENGINES) {
  describe(`postbacks for the operator, on ${engine}`, () => {
    let room: TestRoom;
    let receiver: Receiver;
    before(async () => {
      receiver = await startReceiver();
    });
    after(() => receiver.close());
    beforeEach(async () => {
      room = await openTestRoom(engine);
      receiver.answerWith(500);
    });
    afterEach(() => room.close());

    const failAll = async () => {
      const instance = room.instance();
      for (let count = 0; count < 7; count += 1) {
        room.clock.pass(24 * HOUR);
        await instance.deliver();
      }
      return instance;
    };

    test('lists the newest first, of a person, a state or a transaction', async () => {
      const [first = '', second = ''] = await room.write(
        { url: receiver.address, merchantId: 1, transactionId: `1${randomUUID().slice(1)}` },
        { url: receiver.address, merchantId: 2, transactionId: `2${randomUUID().slice(1)}` },
      );
      await failAll();
      const [third = ''] = await room.write({
        url: receiver.address,
        merchantId: 1,
        transactionId: `3${randomUUID().slice(1)}`,
      });
      await room.write({ url: receiver.address, merchantId: 1, transactionId: third, version: 2 });
      const listed = async (filter: object) =>
        (await room.store.list({ limit: 10, ...filter })).map(
          (row) => `${row.transaction_id} ${row.version}`,
        );
      assert.deepEqual(await listed({}), [`${third} 2`, `${third} 1`, `${second} 1`, `${first} 1`]);
      assert.deepEqual(await listed({ limit: 1 }), [`${third} 2`]);
      assert.deepEqual(await listed({ merchantId: 2 }), [`${second} 1`]);
      assert.deepEqual(await listed({ state: 'failed', merchantId: 1 }), [`${first} 1`]);
      assert.deepEqual(await listed({ state: 'waiting' }), [`${third} 2`, `${third} 1`]);
      assert.deepEqual(await listed({ state: 'delivered' }), []);
      assert.deepEqual(await listed({ transactionId: first }), [`${first} 1`]);
    });

    test('lists callbacks and postbacks in the order of time, page after page', async () => {
      const url = receiver.address;
      const written: string[] = [];
      for (const name of ['venda-9', `9${randomUUID().slice(1)}`, 'venda-12', `1${randomUUID().slice(1)}`]) {
        room.clock.pass(1_000);
        await room.write({ url, merchantId: 1, transactionId: name, version: 1 });
        await room.write({ url, merchantId: 1, transactionId: name, version: 2 });
        written.unshift(`${name} 2`, `${name} 1`);
      }
      for (const filter of [{}, { merchantId: 1 }, { merchantId: 1, state: 'waiting' as const }]) {
        const listed: string[] = [];
        let before: { transactionId: string; version: number } | undefined;
        do {
          const page = await room.store.page({ ...filter, before, limit: 3 });
          listed.push(...page.map((row) => `${row.transaction_id} ${row.version}`));
          const last = page.length < 3 ? undefined : page.at(-1);
          before = last && { transactionId: last.transaction_id, version: last.version };
        } while (before);
        assert.deepEqual(listed, written);
      }
    });

    test('forgets what was delivered long ago, and nothing that failed, waits or was delivered later', async () => {
      const idAt = uuidMaker(room.clock.now);
      const write = (more: object = {}) =>
        room.write({ url: receiver.address, transactionId: idAt(), ...more });
      const instance = room.instance();
      const [failed = ''] = await write();
      for (let count = 0; count < 7; count += 1) {
        room.clock.pass(24 * HOUR);
        await instance.deliver();
      }
      receiver.answerWith(200);
      const [delivered = ''] = await write();
      await room.writeCallback({ url: receiver.address, queue: 'venda-12', version: 1 });
      room.clock.pass(MINUTE);
      await instance.deliver();
      room.clock.pass(20 * 24 * HOUR);
      const [later = ''] = await write();
      await write({ transactionId: delivered, version: 2 });
      await room.writeCallback({ url: receiver.address, queue: 'venda-12', version: 2 });
      room.clock.pass(MINUTE);
      await instance.deliver();
      room.clock.pass(11 * 24 * HOUR);
      const [waiting = ''] = await write();
      const { old } = oldPostbacks({ database: room.database, clock: room.clock, keptDays: 30 });
      const gone: PostbackRow[] = [];
      for await (const { rows, remove } of old()) {
        gone.push(...(rows as readonly PostbackRow[]));
        await remove();
      }
      assert.deepEqual(
        gone.map((row) => `${row.transaction_id} ${row.version} ${row.state}`).sort(),
        [`${delivered} 1 delivered`, 'venda-12 1 delivered'].sort(),
      );
      const left = (await room.rows()).map((row) => `${row.transaction_id} ${row.version} ${row.state}`);
      assert.deepEqual(left, [
        `${failed} 1 failed`,
        `${delivered} 2 delivered`,
        `${later} 1 delivered`,
        `${waiting} 1 waiting`,
        'venda-12 2 delivered',
      ]);
    });

    test('resends with the same id and body, and with all attempts ahead', async () => {
      const [transactionId = ''] = await room.write({ url: receiver.address, referenceId: 'pedido' });
      const instance = await failAll();
      const seen = receiver.received.length;
      assert.deepEqual(await room.store.resend({ transactionId, version: 1 }), { resent: 1, underWay: 0 });
      await instance.deliver();
      assert.deepEqual(await room.states(), ['1 waiting 1']);
      receiver.answerWith(ok);
      room.clock.pass(24 * HOUR);
      await instance.deliver();
      assert.deepEqual(await room.states(), ['1 delivered 2']);
      assert.equal(receiver.received.length, seen + 2);
      const [before, again] = [receiver.received[seen - 1], receiver.received[seen + 1]];
      assert.equal(again?.body, before?.body);
      assert.equal(again?.headers['webhook-id'], before?.headers['webhook-id']);
    });

    test('resends a delivered one too, and all of a transaction in order', async () => {
      receiver.answerWith(ok);
      const instance = room.instance();
      const transactionId = randomUUID();
      await room.write(
        { url: receiver.address, transactionId, version: 1, status: 5 },
        { url: receiver.address, transactionId, version: 2, status: 6 },
      );
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      const seen = receiver.received.length;
      assert.deepEqual(await room.store.resend({ transactionId }), { resent: 2, underWay: 0 });
      await instance.deliver();
      const statuses = receiver.received.slice(seen).map((one) => JSON.parse(one.body).status);
      assert.deepEqual(statuses, [5, 6]);
    });

    test('a resent postback holds back a later one that waits for its next attempt', async () => {
      const instance = room.instance();
      const transactionId = randomUUID();
      const change = (version: number) => ({
        url: receiver.address,
        transactionId,
        version,
        status: version,
      });
      receiver.answerWith(ok);
      await room.write(change(5));
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      receiver.answerWith(500);
      await room.write(change(6));
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      await room.store.resend({ transactionId, version: 5 });
      await instance.deliver();
      const seen = receiver.received.length;
      room.clock.pass(HOUR);
      receiver.answerWith(ok);
      await instance.deliver();
      const statuses = receiver.received.slice(seen).map((one) => JSON.parse(one.body).status);
      assert.deepEqual(statuses, [5, 6]);
    });

    test('puts back all that failed, everybody’s or one person’s', async () => {
      await room.write(
        ...Array.from({ length: 1200 }, (_, index) => ({ url: receiver.address, merchantId: index % 2 })),
      );
      await room.database.write((write) =>
        write
          .tables<PostbackTables>()
          .updateTable('postbacks')
          .set({ state: 'failed', ended_at: room.clock.now() })
          .execute(),
      );
      const failed = async () => (await room.rows()).filter((row) => row.state === 'failed').length;
      assert.equal(await failed(), 1200);
      assert.deepEqual(await room.store.resend({ failedOf: 1 }), { resent: 600, underWay: 0 });
      assert.equal(await failed(), 600);
      assert.deepEqual(await room.store.resend({ failedOf: 'everybody' }), { resent: 600, underWay: 0 });
      assert.equal(await failed(), 0);
      assert.deepEqual(await room.store.resend({ failedOf: 'everybody' }), { resent: 0, underWay: 0 });
    });

    test('skips one that is being sent, and reports one that does not exist', async () => {
      receiver.answerWith(hang);
      const instance = room.instance();
      const [transactionId = ''] = await room.write({ url: receiver.address });
      const seen = receiver.received.length;
      instance.wake(transactionId);
      while (receiver.received.length === seen) await new Promise(setImmediate);
      assert.deepEqual(await room.store.resend({ transactionId, version: 1 }), { resent: 0, underWay: 1 });
      await assert.rejects(room.store.resend({ transactionId, version: 2 }), { code: 'postback_unknown' });
      await assert.rejects(room.store.resend({ transactionId: randomUUID() }), { code: 'postback_unknown' });
    });
  });
}
