import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { deadPort, hang, ok, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import { MAX_TO_HEALTHY, MAX_TO_ONE, MAX_TO_ONE_TROUBLED, MAX_TO_TROUBLED } from './receiver-limiter.ts';
import { HOUR, MINUTE, openTestRoom, type TestRoom } from './test-room.ts';

const CROWD = 2_100;
const PER_COMMIT = 2_000;

for (const engine of SQLITE_BY_DAY) {
  describe(`a crowd of postbacks on ${engine}`, () => {
    let room: TestRoom;
    const receivers: Receiver[] = [];
    beforeEach(async () => {
      room = await openTestRoom(engine);
    });
    afterEach(async () => {
      for (const receiver of receivers.splice(0)) await receiver.close();
      await room.close();
      assert.deepEqual(room.errors, []);
    });
    const newReceiver = async (...answer: Parameters<typeof startReceiver>) => {
      const receiver = await startReceiver(...answer);
      receivers.push(receiver);
      return receiver;
    };
    const tellMany = async (count: number, url: string, merchantId: number) => {
      for (let written = 0; written < count; written += PER_COMMIT) {
        const postback = { url, merchantId };
        await room.write(...Array.from({ length: Math.min(PER_COMMIT, count - written) }, () => postback));
      }
    };
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 2));
    };

    test('thousands of postbacks to a receiver that hangs delay nobody else, and only a few are in memory', async () => {
      const dead = await newReceiver(hang);
      const healthy = await newReceiver();
      await tellMany(CROWD, dead.address, 1);
      room.clock.pass(1);
      await tellMany(300, healthy.address, 2);
      room.clock.pass(ANSWER_FIRST_MS);
      const instance = room.instance();
      const [poll] = instance.jobs;
      await poll?.run(new AbortController().signal);
      await until(() => healthy.received.length === 300);
      await until(() => dead.open() > 0);
      assert.ok(dead.mostOpen() <= MAX_TO_ONE, `${dead.mostOpen()} at the dead one`);
      assert.ok(healthy.mostOpen() <= MAX_TO_ONE, `${healthy.mostOpen()} at the healthy one`);
      const claimed = (await room.rows()).filter((row) => row.claimed_by !== null);
      assert.ok(claimed.length <= 2 * MAX_TO_ONE, `${claimed.length} are claimed`);

      // One more sale, while the dead one's still wait.
      const [id = ''] = await room.write({ url: healthy.address, merchantId: 2 });
      instance.wake(id);
      await until(() => healthy.received.length === 301);
      await instance.close();
      assert.equal((await room.rows()).filter((row) => row.state === 'delivered').length, 301);
    });

    test('a queue is worked through when its receiver recovers', async () => {
      const receiver = await newReceiver(500);
      const instance = room.instance();
      await tellMany(100, receiver.address, 1);
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      assert.equal(receiver.received.length, 100);
      const before = receiver.mostOpen();
      assert.ok(before <= MAX_TO_ONE);
      receiver.answerWith(ok);
      room.clock.pass(MINUTE);
      await instance.deliver();
      assert.ok((await room.states()).every((state) => state === '1 delivered 2'));
    });

    test('new sales of a receiver in trouble are sent a few at a time, in order', async () => {
      const receiver = await newReceiver(500);
      const instance = room.instance();
      await tellMany(20, receiver.address, 1);
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      let most = 0;
      let open = 0;
      receiver.answerWith((response) => {
        open += 1;
        most = Math.max(most, open);
        setTimeout(() => {
          open -= 1;
          response.writeHead(500).end();
        }, 5);
      });
      room.clock.pass(MINUTE);
      await instance.deliver();
      assert.equal(receiver.received.length, 40);
      assert.ok(most <= MAX_TO_ONE_TROUBLED, `${most} at a time`);
    });

    test('a merchant with a new dead host for every sale takes the slots of healthy receivers once at most', async () => {
      const port = await deadPort();
      const healthy = await newReceiver();
      const hosts = Array.from({ length: 1_000 }, (_, index) => `http://loja-${index}.localhost:${port}/`);
      await room.write(...hosts.map((url) => ({ url, merchantId: 1 })));
      room.clock.pass(1);
      await tellMany(50, healthy.address, 2);
      room.clock.pass(ANSWER_FIRST_MS);
      let begun = 0;
      let lookUps = 0;
      let mostLater = 0;
      const instance = room.instance({
        resolve: async () => {
          begun += 1;
          lookUps += 1;
          // The first ones came before it was known how its receivers answer.
          if (begun > 2 * MAX_TO_HEALTHY) mostLater = Math.max(mostLater, lookUps);
          await new Promise((resolve) => setTimeout(resolve, 5));
          lookUps -= 1;
          return [{ address: '127.0.0.1', family: 4 }];
        },
      });
      await instance.jobs[0]?.run(new AbortController().signal);
      await until(() => healthy.received.length === 50);
      await until(() => begun > 4 * MAX_TO_HEALTHY);
      assert.ok(mostLater <= MAX_TO_TROUBLED, `${mostLater} at a time`);
      await instance.close();
    });

    test('changes waiting behind a failing one do not hide what is due for others', async () => {
      const dead = await newReceiver(500);
      const healthy = await newReceiver();
      const ids = Array.from({ length: 300 }, () => randomUUID());
      const instance = room.instance();
      await room.write(
        ...ids.map((transactionId) => ({ transactionId, version: 1, status: 5, url: dead.address })),
      );
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      await room.write(
        ...ids.map((transactionId) => ({ transactionId, version: 2, status: 6, url: dead.address })),
      );
      room.clock.pass(1);
      await room.write({ url: healthy.address, merchantId: 2 });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      assert.equal(healthy.received.length, 1);
      assert.equal(dead.received.length, ids.length, 'none of the later ones was sent');
      const lanes = (await room.rows()).filter((row) => row.version === 2 && row.merchant_id === 1);
      assert.ok(lanes.every((row) => row.lane === 'behind'));
      dead.answerWith(ok);
      room.clock.pass(MINUTE);
      await instance.deliver();
      assert.equal(dead.received.length, 3 * ids.length);
      assert.ok((await room.rows()).every((row) => row.state === 'delivered' && row.lane === 'inbox'));
    });

    test('four instances and a flaky receiver lose nothing and keep the order', async () => {
      const VERSIONS = [1, 2, 3];
      const receiver = await newReceiver((response) =>
        response.writeHead(Math.random() < 0.3 ? 500 : 200).end(),
      );
      const ids = Array.from({ length: 80 }, () => randomUUID());
      const instances = Array.from({ length: 4 }, () => room.instance());
      for (const version of VERSIONS) {
        const postback = { version, status: version, url: receiver.address };
        await room.write(
          ...ids.map((transactionId, index) => ({ ...postback, transactionId, merchantId: index % 5 })),
        );
        await Promise.all(instances.map((instance) => instance.deliver()));
      }
      const isWaiting = async () => (await room.rows()).some((row) => row.state === 'waiting');
      for (let hour = 0; hour < 200 && (await isWaiting()); hour += 1) {
        room.clock.pass(HOUR);
        await Promise.all(instances.map((instance) => instance.deliver()));
      }
      const rows = await room.rows();
      assert.equal(rows.length, ids.length * VERSIONS.length);
      assert.ok(rows.every((row) => row.state !== 'waiting' && row.lane === 'inbox'));
      const made = rows.reduce((sum, row) => sum + row.tries, 0);
      assert.equal(receiver.received.length, made, 'every try was written, and none was made twice');
      for (const id of ids) {
        const versions = receiver.received
          .map((one) => String(one.headers['webhook-id']).split('.'))
          .filter(([transactionId]) => transactionId === id)
          .map(([, version]) => Number(version));
        assert.deepEqual(versions, versions.toSorted(), `tries of ${id}`);
      }
    });
  });
}
