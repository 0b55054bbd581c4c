import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ENGINES, newDatabase } from '../../../../../test/support/databases.ts';
import { type Database, openDatabase } from '../../../../platform/database/index.ts';
import { localTime } from '../../../../platform/time/clock.ts';
import { writeRowsBeside } from '../../../transactions/stores/rows-beside.ts';
import { type AnsweredTry, createCardTries, rowsOfTry } from './card-tries.ts';
import type { TriedCard, UsedTries } from './retry-limits.ts';
import { cardTriesMigrations } from './tries-table.ts';

const START = Date.UTC(2026, 10, 20, 15);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

for (const engine of ENGINES) {
  describe(`the tries of cards, on ${engine}`, () => {
    let now = START;
    let cards = 0;
    let one: Database;
    let other: Database;
    let close: () => Promise<void>;
    before(async () => {
      const opened = await newDatabase(engine, cardTriesMigrations);
      one = opened.database;
      // Of the embedded database there is one instance.
      other =
        engine === 'sqlite' ? one : openDatabase({ url: opened.place.url, dataDir: opened.place.dataDir });
      close = async () => {
        if (other !== one) await other.close();
        await opened.close();
      };
    });
    after(() => close());

    const newCard = (brand: string | undefined): TriedCard => {
      cards += 1;
      return {
        fingerprint: `card ${cards}`,
        brand,
        expirationMonth: '12',
        expirationYear: '2030',
        amount: 1_000,
      };
    };
    const write = (database: Database, ...tries: readonly AnsweredTry[]) =>
      database.write((transaction) => writeRowsBeside(transaction, tries.flatMap(rowsOfTry)));
    const tryOf = (card: TriedCard, isFinal = false): AnsweredTry => ({ card, at: now, isFinal });
    const triesAt = (database: Database) =>
      createCardTries({ database, clock: { now: () => now }, time: localTime('America/Sao_Paulo') });
    const usedOf = async (card: TriedCard): Promise<readonly Pick<UsedTries, 'limit' | 'used'>[]> =>
      (await triesAt(other).usedBy(card)).map(({ limit, used }) => ({ limit, used }));

    test('a card that nobody tried has used nothing', async () => {
      assert.deepEqual(await usedOf(newCard('VISA')), [{ limit: 'visa_15_in_30_days', used: 0 }]);
    });

    test('tries of two instances add up, also of one commit', async () => {
      const card = newCard('MASTERCARD');
      await write(one, tryOf(card), tryOf(card), tryOf({ ...card, amount: 5 }));
      await write(other, tryOf(card));
      assert.deepEqual(await usedOf(card), [
        { limit: 'mastercard_7_in_24_hours', used: 4 },
        { limit: 'mastercard_35_in_30_days', used: 3 },
      ]);
    });

    test('many commits at once on two instances lose no try and end', async () => {
      const few = [newCard('ELO'), newCard('ELO'), newCard('JCB')];
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => {
          const order = index % 2 === 0 ? few : few.toReversed();
          return write(index % 3 === 0 ? one : other, ...order.map((card) => tryOf(card)));
        }),
      );
      const used = await Promise.all(few.map(usedOf));
      assert.deepEqual(
        used.map(([first]) => first?.used),
        [10, 10, 10],
      );
    });

    test('a window passes with the clock, and a year of tries keeps no more than are needed', async () => {
      const card = newCard('VISA');
      for (let count = 0; count < 50; count += 1) {
        await write(one, tryOf(card));
        now += MINUTE_MS;
      }
      assert.equal((await usedOf(card))[0]?.used, 36);
      now += 30 * DAY_MS;
      assert.equal((await usedOf(card))[0]?.used, 0);
    });

    test('the final refusal of an issuer is known for every amount', async () => {
      const card = newCard('VISA');
      await write(one, tryOf(card, true));
      assert.deepEqual(await usedOf({ ...card, amount: 77 }), [
        { limit: 'irreversible_code', used: 1 },
        { limit: 'visa_15_in_30_days', used: 0 },
      ]);
    });

    test('what no window reaches any more is deleted, and nothing else', async () => {
      const [old, young] = [newCard('VISA'), newCard('VISA')];
      await write(one, tryOf(old));
      now += 33 * DAY_MS;
      await write(one, tryOf(young));
      const [sweep] = triesAt(one).jobs;
      await sweep?.run(new AbortController().signal);
      const { length } = await one
        .read<{ card_tries: { key: string } }>()
        .selectFrom('card_tries')
        .select('key')
        .execute();
      assert.equal(length, 1);
      assert.equal((await usedOf(young))[0]?.used, 1);
    });
  });
}
