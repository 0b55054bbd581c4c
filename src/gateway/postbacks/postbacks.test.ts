import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../test/support/databases.ts';
import { hang, ok, type Receiver, startReceiver } from '../../../test/support/receiver.ts';
import { Secret } from '../../platform/secret.ts';
import { ANSWER_FIRST_MS } from './postback.ts';
import { HOUR, MINUTE, openTestRoom, type TestRoom } from './test-room.ts';

for (const engine of SQLITE_BY_DAY) {
  describe(`postbacks on ${engine}`, () => {
    let room: TestRoom;
    let receiver: Receiver;
    beforeEach(async () => {
      room = await openTestRoom(engine);
      receiver = await startReceiver();
    });
    afterEach(async () => {
      await receiver.close();
      await room.close();
      assert.deepEqual(room.errors, []);
    });
    const ids = () => receiver.received.map((one) => one.headers['webhook-id']);
    const statuses = () => receiver.received.map((one) => JSON.parse(one.body).status);

    test('sends a postback once, as soon as the answer is out', async () => {
      const instance = room.instance();
      const [id = ''] = await room.write({
        url: receiver.address,
        referenceId: 'pedido-1',
        providerReference: 'tid',
      });
      await instance.deliver();
      assert.deepEqual(ids(), [], 'the answer is not out yet');
      instance.wake(id);
      await instance.idle();
      assert.deepEqual(ids(), [`${id}.1`]);
      assert.equal(
        receiver.received[0]?.body,
        `{"transactionId":"${id}","referenceId":"pedido-1","status":6,"providerReference":"tid"}`,
      );
      room.clock.pass(MINUTE);
      await instance.deliver();
      assert.equal(ids().length, 1);
      const [row] = await room.rows();
      assert.deepEqual(
        [row?.state, row?.tries, row?.last_status, row?.last_error, row?.claimed_by],
        ['delivered', 1, 200, null, null],
      );
    });

    test('waits after the answer with the first result, and keeps later changes in order behind it', async () => {
      const instance = room.instance();
      const transactionId = randomUUID();
      const change = (version: number, status: number, waitMs = 0) => ({
        transactionId,
        version,
        status,
        url: receiver.address,
        waitMs,
      });
      await room.write(change(1, 5, 3_000));
      await room.write(change(2, 6));
      instance.wake(transactionId);
      await instance.idle();
      room.clock.pass(2_999);
      instance.wake(transactionId);
      await instance.deliver();
      assert.deepEqual(statuses(), [], 'the first one waits, and the second behind it');
      room.clock.pass(1);
      instance.wake(transactionId);
      await instance.idle();
      assert.deepEqual(statuses(), [5, 6]);
      assert.equal(receiver.mostOpen(), 1);
    });

    test('the next instance sends what was waiting when the service died', async () => {
      const dying = room.instance({ outbox: room.outbox });
      const [id] = await room.write({ url: receiver.address, waitMs: 3_000 });
      dying.answered('request-1');
      await dying.close();
      const next = room.instance();
      room.clock.pass(3_000 + ANSWER_FIRST_MS - 1);
      await next.deliver();
      assert.deepEqual(ids(), []);
      room.clock.pass(1);
      await next.deliver();
      assert.deepEqual(ids(), [`${id}.1`]);
    });

    test('sends a change that no request of the merchant caused at once', async () => {
      const instance = room.instance({ outbox: room.outbox });
      await room.write({ url: receiver.address, requestId: undefined });
      await instance.idle();
      assert.equal(ids().length, 1);
    });

    test('sends it a moment later when nobody reports that the answer is out', async () => {
      await room.write({ url: receiver.address });
      const instance = room.instance();
      room.clock.pass(ANSWER_FIRST_MS - 1);
      await instance.deliver();
      assert.equal(ids().length, 0);
      room.clock.pass(1);
      await instance.deliver();
      assert.equal(ids().length, 1);
      assert.equal(receiver.received[0]?.body.includes('referenceId'), false);
    });

    test('tries a failing receiver seven times, each after its wait, with the same id and body', async () => {
      receiver.answerWith(500);
      const instance = room.instance();
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      for (const [made, wait] of [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 8 * HOUR, 24 * HOUR].entries()) {
        await instance.deliver();
        assert.equal(receiver.received.length, made + 1);
        room.clock.pass(wait - 1);
        await instance.deliver();
        assert.equal(receiver.received.length, made + 1, `not before ${wait} ms`);
        room.clock.pass(1);
      }
      assert.deepEqual(await room.states(), ['1 waiting 6']);
      await instance.deliver();
      assert.deepEqual(await room.states(), ['1 failed 7']);
      room.clock.pass(1000 * HOUR);
      await instance.deliver();
      assert.equal(receiver.received.length, 7);
      assert.equal(new Set(ids()).size, 1);
      assert.equal(new Set(receiver.received.map((one) => one.body)).size, 1);
      const [row] = await room.rows();
      assert.deepEqual([row?.last_status, row?.last_error], [500, 'status']);
    });

    test('the sandbox divides the waits', async () => {
      receiver.answerWith(500);
      const instance = room.instance({ timeScale: 60 });
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      room.clock.pass(999);
      await instance.deliver();
      assert.equal(receiver.received.length, 1);
      room.clock.pass(1);
      await instance.deliver();
      assert.equal(receiver.received.length, 2);
    });

    test('delivers the changes of one transaction in order, each after the one before', async () => {
      const instance = room.instance();
      const transactionId = randomUUID();
      const change = (version: number, status: number) => ({
        transactionId,
        version,
        status,
        url: receiver.address,
      });
      await room.write(change(2, 5), change(5, 6), change(7, 9));
      instance.wake(transactionId);
      await instance.idle();
      assert.deepEqual(statuses(), [5, 6, 9]);
      assert.equal(receiver.mostOpen(), 1);
    });

    test('holds a later change back until the earlier one is delivered', async () => {
      receiver.answerWith(503);
      const instance = room.instance();
      const transactionId = randomUUID();
      await room.write({ transactionId, version: 2, status: 5, url: receiver.address });
      instance.wake(transactionId);
      await instance.idle();
      await room.write({ transactionId, version: 3, status: 6, url: receiver.address });
      instance.wake(transactionId);
      await instance.idle();
      room.clock.pass(MINUTE - 1);
      await instance.deliver();
      assert.deepEqual(statuses(), [5]);
      receiver.answerWith(ok);
      room.clock.pass(1);
      await instance.deliver();
      assert.deepEqual(statuses(), [5, 5, 6]);
    });

    test('sends a later change after the earlier one failed finally', async () => {
      receiver.answerWith((response, { body }) =>
        response.writeHead(JSON.parse(body).status === 5 ? 500 : 200).end(),
      );
      const instance = room.instance();
      const transactionId = randomUUID();
      const change = (version: number, status: number) => ({
        transactionId,
        version,
        status,
        url: receiver.address,
      });
      await room.write(change(2, 5), change(3, 6));
      for (let count = 0; count < 7; count += 1) {
        assert.ok(!statuses().includes(6));
        room.clock.pass(24 * HOUR);
        await instance.deliver();
      }
      assert.deepEqual(statuses(), [5, 5, 5, 5, 5, 5, 5, 6]);
      assert.deepEqual(await room.states(), ['2 failed 7', '3 delivered 1']);
    });

    test('two instances share the work and send nothing twice', async () => {
      const instances = [room.instance(), room.instance()];
      await room.write(
        ...Array.from({ length: 60 }, (_, index) => ({ url: receiver.address, merchantId: index })),
      );
      room.clock.pass(ANSWER_FIRST_MS);
      await Promise.all(instances.map((instance) => instance.deliver()));
      await Promise.all(instances.map((instance) => instance.idle()));
      assert.equal(receiver.received.length, 60);
      assert.equal(new Set(ids()).size, 60);
      assert.ok((await room.states()).every((state) => state === '1 delivered 1'));
    });

    test('sends what a dead instance was sending again when its claim expires', async () => {
      receiver.answerWith(hang);
      const dead = room.instance();
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      const [poll] = dead.jobs;
      await poll?.run(new AbortController().signal);
      while (receiver.open() === 0) await new Promise(setImmediate);

      receiver.answerWith(ok);
      const alive = room.instance();
      await alive.deliver();
      room.clock.pass(14_999);
      await alive.deliver();
      assert.equal(receiver.received.length, 1, 'the claim still holds');
      room.clock.pass(1);
      await alive.deliver();
      assert.equal(receiver.received.length, 2);
      assert.equal(new Set(ids()).size, 1);
      assert.deepEqual(await room.states(), ['1 delivered 1']);
      // The result of the dead instance no longer counts.
      await dead.close();
      assert.deepEqual(await room.states(), ['1 delivered 1']);
    });

    test('a stop during an attempt leaves the postback to the next instance at once', async () => {
      receiver.answerWith(hang);
      const stopping = room.instance();
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      await stopping.jobs[0]?.run(new AbortController().signal);
      while (receiver.open() === 0) await new Promise(setImmediate);
      await stopping.close();
      assert.deepEqual(await room.states(), ['1 waiting 0']);
      receiver.answerWith(ok);
      await room.instance().deliver();
      assert.deepEqual(await room.states(), ['1 delivered 1']);
    });

    test('records the result of an attempt in the history, in the same commit', async () => {
      const attempts: unknown[] = [];
      const ends: string[] = [];
      const instance = room.instance({
        onAttempts: async (write, tried) => {
          for (const { postback, after } of tried) {
            const row = await write
              .tables<{ postbacks: { transaction_id: string; state: string } }>()
              .selectFrom('postbacks')
              .select('state')
              .where('transaction_id', '=', postback.transactionId)
              .executeTakeFirst();
            attempts.push([row?.state, after.state, after.tries, after.lastStatus, after.lastError]);
          }
        },
        onAttempt: (end) => ends.push(end),
      });
      receiver.answerWith(404);
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      receiver.answerWith(ok);
      room.clock.pass(MINUTE);
      await instance.deliver();
      assert.deepEqual(attempts, [
        ['waiting', 'waiting', 1, 404, 'status'],
        ['delivered', 'delivered', 2, 200, null],
      ]);
      assert.deepEqual(ends, ['retry', 'delivered']);
    });

    test('sends again after the claim expires when the result could not be written', async () => {
      let fails = true;
      const instance = room.instance({
        onAttempts: async () => {
          if (fails) throw new Error('no history');
        },
      });
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      assert.equal(room.errors.splice(0).length, 1);
      assert.deepEqual(await room.states(), ['1 waiting 0']);
      fails = false;
      room.clock.pass(15_000);
      await instance.deliver();
      assert.deepEqual(await room.states(), ['1 delivered 1']);
      assert.equal(ids().length, 2);
    });

    test('keeps postbacks waiting while the merchant’s secrets cannot be read, and sends nothing unsigned', async () => {
      let fails = true;
      const instance = room.instance({
        signingSecrets: async () => {
          if (fails) throw new Error('the vault is locked');
          return [new Secret(`whsec_${'A'.repeat(43)}=`)];
        },
      });
      await room.write({ url: receiver.address });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      assert.equal(room.errors.splice(0).length, 1);
      assert.equal(receiver.received.length, 0);
      fails = false;
      room.clock.pass(15_000);
      await instance.deliver();
      assert.match(String(receiver.received[0]?.headers['webhook-signature']), /^v1,/);
    });

    test('counts what is waiting and since when', async () => {
      const instance = room.instance();
      const count = () => instance.backlog();
      assert.deepEqual(await count(), { waiting: 0, oldestAt: undefined });
      const first = room.clock.now();
      await room.write({ url: receiver.address });
      room.clock.pass(5);
      await room.write({ url: receiver.address }, { url: receiver.address });
      assert.deepEqual(await count(), { waiting: 3, oldestAt: first });
      room.clock.pass(ANSWER_FIRST_MS);
      await instance.deliver();
      assert.deepEqual(await count(), { waiting: 0, oldestAt: undefined });
    });
  });
}
