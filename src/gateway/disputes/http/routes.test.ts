import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import type { Refusal } from '../../../platform/refusal.ts';
import { localTime } from '../../../platform/time/clock.ts';
import type { Disputes } from '../disputes.ts';
import type { Dispute } from '../rules/dispute.ts';
import { registerDisputeRoutes } from './routes.ts';

test('one dossier of a shop is made at a time, eight more wait, and other shops do not wait for them', async (context) => {
  const app = Fastify();
  context.after(() => app.close());
  app.setErrorHandler<Refusal>(({ status, code, message }, { id }, reply) =>
    reply.code(status).send({ error: { code, message, requestId: id } }),
  );
  const making = Promise.withResolvers<void>();
  const begun: number[] = [];
  registerDisputeRoutes(app, {
    disputes: {
      store: { find: async (id: string) => ({ id, merchantId: Number(id), transactionId: 't' }) as Dispute },
    } as unknown as Disputes,
    transactions: { find: async () => undefined },
    clock: { now: () => 0 } as never,
    time: localTime('UTC'),
    requireApiPair: async () => undefined,
    merchantId: ({ params }) => Number((params as { disputeId: string }).disputeId),
    evidenceOf: async ({ merchantId }) => {
      begun.push(merchantId);
      if (merchantId === 1) await making.promise;
      return Buffer.from('%PDF');
    },
  });
  const get = (shop: number) => app.inject(`/v1/disputes/${shop}/evidence.pdf`);
  const asked = Array.from({ length: 10 }, () => get(1));
  const refused = await Promise.race(asked);
  assert.equal(refused.statusCode, 429);
  assert.equal((await get(2)).statusCode, 200);
  assert.deepEqual(begun, [1, 2]);
  making.resolve();
  const answers = await Promise.all(asked);
  assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 9);
});
