import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { familyCard } from '../../src/gateway/providers/issuer/scenarios/test-family-cards.ts';
import { ENGINES } from '../support/databases.ts';
import { killStarted } from '../support/service-process.ts';
import type { Row } from '../support/stored-rows.ts';
import { openStatementShop, type StatementShop } from './statement-year/shop.ts';

const MONTHS = 13;
/** At which question of a reading the service is killed. The first three come whatever there is to tell. */
const QUESTIONS = [1, 2, 3, 5, 8] as const;
const SURELY_KILLED = 8;
/** What was planted, and what is always there. */
const FOUND = [
  ...['matched', 'missing', 'unknown_sale', 'anticipated', 'ceded'],
  ...['suspended', 'netted', 'dispute', 'duplicate', 'tax'],
];

interface Payment {
  readonly paymentId: string;
  readonly net: number;
  readonly status: string;
  readonly type: string;
}

for (const engine of ENGINES) {
  describe(`thirteen months of statements, read by a service that is killed each month, on ${engine}`, () => {
    let shop: StatementShop;
    let killed = 0;
    before(async () => {
      shop = await openStatementShop(engine);
    });
    after(async () => {
      await shop?.close();
      killStarted();
    });

    const payments = async (): Promise<readonly Payment[]> => {
      const told = (await shop.host.control.statement({})) as { payments: readonly Payment[] };
      return told.payments;
    };
    const planned = async (index: number) => {
      const all = await payments();
      return all.filter(({ status, type }) => status === 'PENDING' && type !== 'ANTICIPATION')[index]
        ?.paymentId;
    };
    /** What is unusual in the month, by the payments that are to come. */
    const plantIn = async (month: number) => {
      const plants: Readonly<Record<number, object>> = {
        1: { fault: 'foreign', amount: 4_321 },
        2: { fault: 'rent', amount: 9_900 },
        4: { suspend: await planned(2) },
        5: { cede: await planned(3) },
        6: { anticipate: await planned(4) },
        7: { missing: await planned(2) },
        8: { duplicate: await planned(2) },
        9: { correct: await planned(1), amount: 150 },
      };
      const plant = plants[month];
      if (plant) shop.host.control.plant({ ...plant });
    };
    const playMonth = async (month: number) => {
      const first = await shop.sell();
      const second = await shop.sell(month === 3 ? familyCard('VISA', '623') : undefined);
      await plantIn(month);
      if (month % 3 === 0) await shop.refund(first, 1_234);
      const question = QUESTIONS[month % QUESTIONS.length] ?? 1;
      // Every other time the answer is on its way: what it says may be stored, or half of it.
      if (await shop.killWhileReading(9, question, month % 2 === 0)) killed += 1;
      // Each third time nobody reads for more than a week.
      await shop.startAgain(month % 3 === 1 ? 8 : 0);
      await shop.untilRead();
      await shop.advance(month % 2 === 0 ? 7 : 21);
      if (month % 4 === 1) await shop.refund(second, 2_345);
      await shop.untilRead();
    };

    test('every line is in one class, and the sums are right to the centavo', {
      timeout: 900_000,
    }, async () => {
      for (let month = 0; month < MONTHS; month += 1) await playMonth(month);
      await shop.advance(400);
      await shop.untilRead();
      await shop.readAll();
      assert.ok(killed >= SURELY_KILLED, `killed while it read: ${killed} times`);
      const { lines, payouts, expected } = await shop.tables();
      assert.ok(lines.every((line) => line.class !== null && Number(line.pending) === 0));
      const due = expected.filter(({ gross }) => Number(gross) !== 0);
      assert.ok(due.every((line) => line.class !== null));
      const money = lines.filter(({ kind }) => kind === 'part' || kind === 'debit');
      const answered = due.filter((line) => line.class !== 'missing');
      assert.equal(sum(money, 'net'), sum(answered, 'net') + sum(money, 'difference'));
      assert.ok(
        payouts.every((payout) => Number(payout.difference) === 0 || isTwice(lines, payout.payout_id)),
      );
      assert.deepEqual(
        payouts.map((payout) => [payout.payout_id, Number(payout.net)]),
        (await payments())
          .filter(({ status }) => status !== 'PENDING')
          .map((payment) => [payment.paymentId, payment.net])
          .toSorted(([one], [other]) => String(one).localeCompare(String(other))),
      );
      const classes = new Set([...lines, ...due].map((line) => line.class));
      assert.deepEqual(
        FOUND.filter((found) => !classes.has(found)),
        [],
      );
      await shop.readAll();
      assert.deepEqual(await shop.tables(), { lines, payouts, expected });
    });
  });
}

function sum(rows: readonly Row[], member: string): number {
  return rows.reduce((all, row) => all + Number(row[member]), 0);
}

/** What is told twice is counted twice in its payout. */
function isTwice(lines: readonly Row[], payoutId: unknown): boolean {
  return lines.some((line) => line.payout_id === payoutId && line.class === 'duplicate');
}
