import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { SQLITE_BY_DAY } from '../../../../../test/support/databases.ts';
import type { AuthorizeOutcome } from '../../../providers/index.ts';
import { Status, type Transaction } from '../../../transactions/rules/transaction.ts';
import { testAuthenticationPages } from '../../../transactions/test-sale.ts';
import type { AuthenticationTables } from './authentications-table.ts';
import { approved, type BuyerRoom, LIFE_MS, openBuyerRoom, PAGE_URL, stillAway } from './test-buyer.ts';
import { createVisits, type Visits } from './visit.ts';

const BUYER = { kind: 'buyer', requestId: 'r-1' } as const;

for (const engine of SQLITE_BY_DAY) {
  describe(`the buyer’s browser on ${engine}`, () => {
    let room: BuyerRoom;
    let visits: Visits;
    before(async () => {
      room = await openBuyerRoom(engine);
      visits = createVisits(room.dependencies);
    });
    after(() => room.close());

    const kindsOf = async (transaction: Transaction) =>
      (await room.eventsOf(transaction)).map(({ kind }) => kind);
    const nextLook = async (transaction: Transaction) => (await room.casesOf(transaction.id))[0]?.nextAt;

    test('no page for a token that was never given out', async () => {
      for (const token of ['', 'x', 'a'.repeat(43), "' or 1=1 --", '\0', 'token\0-1']) {
        assert.equal(await visits.find(token), undefined);
        assert.equal(await visits.recordDeparture(token, BUYER), undefined);
        assert.equal(await visits.handleReturn(token, BUYER), undefined);
      }
    });

    test('showing the page changes nothing', async () => {
      const { transaction, token } = await room.sendAway();
      const visit = await visits.find(token);
      assert.equal(visit?.phase, 'open');
      assert.ok(visit);
      assert.equal(testAuthenticationPages.pageUrlOf(visit.authentication), PAGE_URL);
      assert.deepEqual(visit?.transaction, transaction);
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered']);
    });

    test('no page for what the database says of one', async () => {
      const { transaction } = await room.sendAway();
      const [row] = await room.database
        .read<AuthenticationTables>()
        .selectFrom('authentications')
        .selectAll()
        .where('transaction_id', '=', transaction.id)
        .execute();
      const kept = transaction.result.redirectUrl ?? '';
      for (const text of [row?.token, row?.token.split(':')[1], kept, kept.split(':')[1]]) {
        assert.ok(text);
        assert.equal(await visits.find(text), undefined, text);
      }
      assert.doesNotMatch(row?.page_url ?? '', /^http/);
    });

    test('an address that a version before 0.3.0 gave out still opens its page', async () => {
      const { transaction, token } = await room.sendAway();
      const old = `old-${token.slice(4)}`;
      await room.database.write((write) =>
        write
          .tables<AuthenticationTables>()
          .updateTable('authentications')
          .set({ token: old, page_url: PAGE_URL })
          .where('transaction_id', '=', transaction.id)
          .execute(),
      );
      const visit = await visits.recordDeparture(old, BUYER);
      assert.equal(visit?.phase, 'open');
      assert.equal(visit && testAuthenticationPages.pageUrlOf(visit.authentication), PAGE_URL);
      room.answers(approved);
      assert.equal((await visits.handleReturn(old, BUYER))?.phase, 'over');
      assert.deepEqual(await kindsOf(transaction), [
        'sent',
        'answered',
        'buyer_left',
        'buyer_returned',
        'answered',
      ]);
    });

    test('records the departure once, however often the page is loaded', async () => {
      const { transaction, token } = await room.sendAway();
      await Promise.all(Array.from({ length: 5 }, () => visits.recordDeparture(token, BUYER)));
      room.advance(5_000);
      await visits.recordDeparture(token, BUYER);
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered', 'buyer_left']);
      assert.deepEqual(await room.store.findAny(transaction.id), transaction);
    });

    test('a return after expiry leaves no trace and asks nobody', async () => {
      const { transaction, token } = await room.sendAway();
      room.answers(approved);
      room.advance(LIFE_MS);
      assert.equal((await visits.recordDeparture(token, BUYER))?.phase, 'unsure');
      assert.equal((await visits.handleReturn(token, BUYER))?.phase, 'unsure');
      assert.equal(room.queried.length, 0);
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered']);
    });

    test('a return settles the sale and closes its case', async () => {
      const { transaction, token } = await room.sendAway();
      room.answers(approved);
      const visit = await visits.handleReturn(token, BUYER);
      assert.equal(visit?.phase, 'over');
      assert.equal(visit?.transaction.result.status, Status.authorized);
      assert.deepEqual(visit?.transaction, await room.store.findAny(transaction.id));
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered', 'buyer_returned', 'answered']);
      assert.deepEqual(await room.casesOf(transaction.id), []);
    });

    test('repeated returns change nothing more', async () => {
      const { transaction, token } = await room.sendAway();
      room.answers(approved);
      await visits.handleReturn(token, BUYER);
      const settled = await room.store.findAny(transaction.id);
      const events = await room.eventsOf(transaction);
      for (let times = 0; times < 3; times += 1) {
        room.advance(10_000);
        await Promise.all([visits.handleReturn(token, BUYER), visits.recordDeparture(token, BUYER)]);
      }
      assert.deepEqual(await room.store.findAny(transaction.id), settled);
      assert.deepEqual(await room.eventsOf(transaction), events);
      assert.equal(room.queried.length, 1);
    });

    test('while the outcome is unknown recovery asks soon, and the return is recorded once', async () => {
      const { transaction, token } = await room.sendAway();
      room.answers(stillAway);
      const back = room.now();
      assert.equal((await visits.handleReturn(token, BUYER))?.phase, 'open');
      assert.equal(await nextLook(transaction), back + 2_000);
      room.advance(30_000);
      await visits.handleReturn(token, BUYER);
      assert.equal(await nextLook(transaction), back + 2_000, 'a look that is near is not put off');
      assert.deepEqual(await kindsOf(transaction), ['sent', 'answered', 'buyer_returned']);
      assert.deepEqual(await room.store.findAny(transaction.id), transaction);
    });

    test('asks the acquirer once in two seconds per sale, also on several instances', async () => {
      const { token } = await room.sendAway();
      const twin = createVisits(room.dependencies);
      const crowd = () =>
        Promise.all(Array.from({ length: 10 }, (_, n) => (n % 2 ? visits : twin).handleReturn(token, BUYER)));
      room.answers(stillAway);
      await crowd();
      assert.equal(room.queried.length, 1);
      room.advance(1_999);
      await crowd();
      assert.equal(room.queried.length, 1);
      room.advance(1);
      await crowd();
      assert.equal(room.queried.length, 2);
    });

    test('asks about 16 sales of an account at once; the next browser waits, those of other accounts do not', async () => {
      const sales = await Promise.all(Array.from({ length: 17 }, () => room.sendAway()));
      const other = await room.sendAway({ merchantId: 2 });
      const held: (() => void)[] = [];
      room.answers(() => new Promise<AuthorizeOutcome>((resolve) => held.push(() => resolve(approved))));
      const browsers = sales.map(({ token }) => visits.handleReturn(token, BUYER));
      const idle = await Promise.race(browsers);
      assert.equal(idle?.phase, 'open');
      const besides = visits.handleReturn(other.token, BUYER);
      while (held.length < 17) await new Promise((resolve) => setTimeout(resolve, 1));
      for (const release of held) release();
      const standings = (await Promise.all(browsers)).map((visit) => visit?.phase);
      assert.equal((await besides)?.phase, 'over');
      assert.equal(room.queried.length, 17);
      assert.equal(standings.filter((standing) => standing === 'over').length, 16);
      room.answers(approved);
      const [last] = sales.filter((_, index) => standings[index] === 'open');
      assert.equal((await visits.handleReturn(last?.token ?? '', BUYER))?.phase, 'over');
    });

    test('a buyer does not wait for a slow acquirer, whose answer still settles the sale', async (context) => {
      const { transaction, token } = await room.sendAway();
      let release = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        room.answers(() => {
          resolve();
          return new Promise((answerIt) => {
            release = () => answerIt(approved);
          });
        });
      });
      context.mock.timers.enable({ apis: ['setTimeout'] });
      const browser = visits.handleReturn(token, BUYER);
      await asked;
      context.mock.timers.tick(8_000);
      assert.equal((await browser)?.phase, 'open');
      context.mock.timers.reset();
      release();
      while ((await room.store.findAny(transaction.id))?.result.status === Status.started) {
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      assert.equal((await visits.find(token))?.phase, 'over');
    });
  });
}
