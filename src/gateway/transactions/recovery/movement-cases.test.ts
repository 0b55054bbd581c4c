import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import type { Acquirers, Connector } from '../../acquirers/index.ts';
import { move } from '../movements/move.ts';
import { Status, type Transaction } from '../record/index.ts';
import { newReference } from '../test-room.ts';
import { resolve } from './resolve.ts';
import { MERCHANT, openTestWorld, type TestWorld } from './test-world.ts';

const PLAIN_CARD = '4235647728025682';
const DAY = 24 * 60 * 60_000;

for (const engine of ENGINES) {
  describe(`refunds that the acquirer takes days for, on ${engine}`, () => {
    let world: TestWorld;
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    test('stay with recovery although a question about them goes wrong', async () => {
      const sale = await world.sell(PLAIN_CARD, { capture: true });
      const waiting = await refund(sale, { outcome: 'pending', refundId: 'R1', answer: {} });
      assert.equal(waiting.result.status, Status.canceling);
      let away = false;
      const acquirers = playing({
        queryRefund: async () =>
          away
            ? { outcome: 'unknown', reason: 'no answer' }
            : { outcome: 'pending', amount: sale.amount, answer: {} },
      });
      const startedAt = world.now();
      while (world.now() - startedAt < 3 * DAY) await step(sale, acquirers);
      away = true;
      await step(sale, acquirers);
      assert.equal((await world.casesOf(sale.id))[0]?.state, 'open');
      assert.deepEqual(world.attention, []);
    });

    async function step({ id }: Transaction, acquirers: Acquirers): Promise<void> {
      const [row] = await world.casesOf(id);
      assert.ok(row);
      world.pass(row.next_at - world.now());
      await resolve({ ...world.recovering, acquirers }, row);
    }

    function refund({ id }: Transaction, outcome: Awaited<ReturnType<Connector['refund']>>) {
      return move(
        {
          ...world.selling,
          acquirers: playing({ refund: async () => outcome }),
          newReference,
          onMovement: () => undefined,
        },
        {
          merchantId: MERCHANT,
          transactionId: id,
          wanted: 'void',
          amount: undefined,
          origin: { cause: 'merchant' },
          idempotency: undefined,
        },
      );
    }

    /** The simulator, but for what the test plays. */
    function playing(part: Partial<Connector>): Acquirers {
      const connector = { ...world.simulator.connector('REDE'), ...part };
      const settings = async () => ({ accountId: '0', settings: {} });
      return { ...world.selling.acquirers, routeOf: async () => ({ connector, accountId: 0, settings }) };
    }
  });
}
