import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryEvent } from '../../src/gateway/history/index.ts';
import { canTransition, type Status } from '../../src/gateway/transactions/rules/transaction.ts';
import { byDayAndAtNight } from '../support/day-and-night.ts';
import { CARD } from '../support/gateway-client.ts';
import { assertAgreement } from './agreement.ts';
import type { FaultCase } from './fault-cases.ts';
import { type Played, playCase } from './play-case.ts';
import { createPool, type Pool } from './pool.ts';
import { type FaultyAcquirer, openWorld, type Shop, TIME_SCALE, type World } from './shops.ts';

const SHOPS = 28;
const UNDOING_SHOPS = 8;
const CALLING_AT_ONCE = 3;
const FIRST_AMOUNT = 10_001;
/** Later than any late answer or late processing of the host (90 s). */
const LATEST_MS = 100_000 / TIME_SCALE;

/** Plays cases against as many shops; `ofTheDay` names those of `npm test`, the others are played at night. */
export function faultMatrix(
  acquirer: FaultyAcquirer,
  faultCases: readonly FaultCase[],
  ofTheDay: RegExp,
): void {
  const [cases, others] = [true, false].map((isOfTheDay) =>
    faultCases.filter(({ title }) => ofTheDay.test(title) === isOfTheDay),
  );

  describe(`${acquirer.provider} with every fault of its calls`, { concurrency: 1 }, () => {
    let world: World;
    let shops: Pool<Shop>;
    let undoing: Pool<Shop>;
    const turns = createPool(Array.from({ length: CALLING_AT_ONCE }, (_, turn) => turn));
    const ended: Played[] = [];

    before(async () => {
      world = await openWorld(acquirer, { accepting: SHOPS, undoing: UNDOING_SHOPS });
      shops = createPool(world.shops.filter(({ lateApproval }) => lateApproval === 'accept'));
      undoing = createPool(world.shops.filter(({ lateApproval }) => lateApproval === 'undo'));
    });
    after(() => world.close());

    describe('each case', { concurrency: SHOPS + UNDOING_SHOPS }, () => {
      for (const [index, played] of byDayAndAtNight(cases ?? [], others ?? []).entries()) {
        test(`${played.title}: ${played.first ?? 'anything'} at first, ${played.final} in the end`, async () => {
          const free = played.action === 'undo' ? undoing : shops;
          ended.push(await free.using((shop) => playCase(shop, played, FIRST_AMOUNT + index, turns)));
        });
      }
    });

    test('after all late answers, our records and the books of the hosts agree', async () => {
      await sleep(LATEST_MS);
      for (const entry of ended) await assertAgreement(entry);
    });

    test('no reference was sent twice', () => {
      for (const { host } of world.shops) assert.deepEqual(host.control.references().repeated, []);
    });

    test('no log line contains a card number, a key or a token', () => {
      const written = world.log.join('\n');
      assert.ok(!written.includes(CARD.number), 'a card number was logged');
      for (const { host } of world.shops)
        assert.ok(!written.includes(host.settings()[acquirer.secret] ?? ''));
      assert.doesNotMatch(written, /\b(Bearer|Basic) [\w-]/);
    });

    test('nothing is left open, and no sale left a final status', async () => {
      await world.inspect(async ({ history, cases }) => {
        const { open, manual } = await cases.counts();
        assert.deepEqual({ open, manual }, { open: 0, manual: 0 });
        for (const { id, played } of ended) isLegal(played.title, statusesIn(await history.of(id)));
      });
    });
  });
}

function statusesIn(events: readonly HistoryEvent[]): readonly Status[] {
  return events.flatMap(({ details }) =>
    'status' in details && details.status !== undefined ? [details.status as Status] : [],
  );
}

function isLegal(title: string, statuses: readonly Status[]): void {
  assert.ok(statuses.length > 0);
  for (const [index, status] of statuses.entries()) {
    const before = statuses[index - 1] ?? status;
    assert.ok(before === status || canTransition(before, status), `${title}: ${statuses}`);
  }
}
