import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Refusal } from '../../platform/refusal.ts';
import { localTime } from '../../platform/time/clock.ts';
import { disputeRoutes } from './routes.ts';

test('one dossier of a shop is made at a time, eight more wait, and other shops do not wait for them', async () => {
  const making = Promise.withResolvers<void>();
  const begun: string[] = [];
  const routes = disputeRoutes({
    disputes: {
      store: { find: async (id: string) => ({ id, merchantId: Number(id), transactionId: id }) },
      files: {},
    },
    transactions: {
      findAny: async (id: string) => {
        begun.push(id);
        if (id === '1') await making.promise;
      },
    },
    clock: { now: () => 0 },
    time: localTime('UTC'),
  } as unknown as Parameters<typeof disputeRoutes>[0]);
  const route = routes.find(({ path }) => path === '/disputes/:id/evidence.pdf');
  /** Its sale is unknown once it is its turn: what it is refused with tells which of both came first. */
  const codeOf = async (id: string) => {
    const call = { personId: Number(id), params: { id }, auditAlone: async () => undefined };
    try {
      return await route?.run(call as never);
    } catch (error) {
      return (error as Refusal).code;
    }
  };
  const asked = Array.from({ length: 10 }, () => codeOf('1'));
  assert.equal(await Promise.race(asked), 'too_many_lists');
  assert.equal(await codeOf('2'), 'transaction_not_found');
  assert.deepEqual(begun, ['1', '2']);
  making.resolve();
  const codes = await Promise.all(asked);
  assert.equal(codes.filter((code) => code === 'transaction_not_found').length, 9);
});
