import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES } from '../../../test/support/databases.ts';
import { localTime } from '../../platform/time/clock.ts';
import { captureWindowJob, countEndingWindows } from '../kinds/card/index.ts';
import { movementOptions } from '../transactions/movements/options.ts';
import type { Change } from '../transactions/rules/change.ts';
import type { Transaction } from '../transactions/rules/transaction.ts';
import { MERCHANT, openTestWorld, type TestWorld } from './test-world.ts';

const CARD = '4235647728025682';
/** The acquirer's answer is lost, and the sale was approved. */
const LOST_ANSWER = '4000000000096042';
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const TOLD_BEFORE_DAYS = 2;

for (const engine of ENGINES) {
  describe(`the time to capture a sale, on ${engine}`, () => {
    let world: TestWorld;
    const told: Change[] = [];
    before(async () => {
      world = await openTestWorld(engine);
    });
    after(() => world.close());

    const ending = () => countEndingWindows(world.database, MERCHANT);
    const windowOf = async (sale: Transaction): Promise<number> => {
      const { capture } = await movementOptions(world.selling, sale);
      return capture.kind === 'possible' ? (capture.until ?? Number.NaN) : Number.NaN;
    };
    /** Lets time pass in steps, and looks after each. */
    const pass = async (ms: number, stepMs = 12 * HOUR_MS) => {
      const job = captureWindowJob({
        database: world.database,
        clock: world.selling.clock,
        time: localTime('America/Sao_Paulo'),
        timeScale: 1,
        store: {
          findAny: world.store.findAny,
          change: (change) => {
            told.push(change);
            return world.store.change(change);
          },
        },
        optionsOf: (transaction) => movementOptions(world.selling, transaction),
        onError: (error) => world.problems.push(error),
      });
      for (let left = ms; left > 0; left -= stepMs) {
        world.pass(Math.min(stepMs, left));
        await job.run(new AbortController().signal);
      }
    };

    test('is told once, two days before it passes, and forgotten when it has passed', async () => {
      const sale = await world.sell(CARD, { payment: { capture: false } });
      await world.sell(CARD, { payment: { capture: true } });
      const until = await windowOf(sale);
      await pass(until - world.selling.clock.now() - TOLD_BEFORE_DAYS * DAY_MS - HOUR_MS);
      assert.deepEqual([told.length, await ending()], [0, 0]);
      await pass(DAY_MS, HOUR_MS);
      assert.deepEqual(
        told.map(({ transaction, news }) => [transaction.id, news]),
        [
          [
            sale.id,
            {
              type: 'capture_window',
              amount: String(sale.amount),
              captureUntil: localTime('America/Sao_Paulo').iso(until),
            },
          ],
        ],
      );
      assert.equal(await ending(), 1);
      const events = await world.history.of(sale.id);
      assert.equal(events.at(-1)?.kind, 'capture_window');
      await pass(TOLD_BEFORE_DAYS * DAY_MS);
      assert.deepEqual([told.length, await ending()], [1, 0]);
      assert.deepEqual(world.problems, []);
    });

    test('is told of a sale whose answer was lost, too', async () => {
      const lost = await world.sell(LOST_ANSWER, { payment: { capture: false } });
      const sale = await world.settle(lost.id);
      const tellings = told.length;
      await pass((await windowOf(sale)) - world.selling.clock.now() - DAY_MS);
      assert.deepEqual(
        told.slice(tellings).map(({ transaction }) => transaction.id),
        [sale.id],
      );
    });

    test('is forgotten once the sale is captured, told or not', async () => {
      const [before, afterwards] = [
        await world.sell(CARD, { payment: { capture: false } }),
        await world.sell(CARD, { payment: { capture: false } }),
      ];
      const tellings = told.length;
      const until = await windowOf(afterwards);
      await world.move(before, 'capture');
      await pass(until - world.selling.clock.now() - DAY_MS);
      assert.equal(told.length - tellings, 1);
      const current = await world.store.findAny(afterwards.id);
      assert.ok(current);
      await world.move(current, 'capture');
      await pass(2 * DAY_MS, HOUR_MS);
      assert.equal(await ending(), 0);
    });
  });
}
