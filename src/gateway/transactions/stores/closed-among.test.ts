import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES } from '../../../../test/support/databases.ts';
import { uuidMaker } from '../../../platform/ids.ts';
import type { RetainedRows } from '../../../platform/retention/index.ts';
import { oldHistory } from '../../history/index.ts';
import { PAYMENT_KINDS } from '../../kinds/index.ts';
import { LONGEST_REFUND_DAYS } from '../../providers/index.ts';
import { newCase } from '../rules/case.ts';
import { newResult, Status, type Transaction } from '../rules/transaction.ts';
import { TRANSACTIONS } from '../tables/transactions-table.ts';
import { openTestRoom } from '../test-room.ts';
import { testEvent, testTransaction } from '../test-sale.ts';
import { openCases } from './case-store.ts';
import { closedAmong } from './closed-among.ts';
import { storedTransaction } from './new-sale-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 10, 22);
const KEPT_DAYS = 100;
const BEFORE = NOW - KEPT_DAYS * DAY_MS;

const daysAgo = (days: number) => NOW - days * DAY_MS;
const at = (result: Partial<Transaction['result']> & { status: Status }) =>
  newResult(result.status, { providerReference: 'x', ...result });

/** What each has to be, and whether its history may go. */
const SALES: Readonly<Record<string, readonly [Partial<Transaction>, mayGo: boolean]>> = {
  'a denied one': [{ result: at({ status: Status.denied }) }, true],
  'a canceled one': [{ result: at({ status: Status.canceled }) }, true],
  'an expired one': [{ result: at({ status: Status.expired }) }, true],
  'a failed one': [{ result: at({ status: Status.failed }) }, true],
  'a canceled payment link': [{ result: at({ status: Status.intentionCanceled }) }, true],
  'a captured one that nobody refunds any more': [
    { result: at({ status: Status.captured }), updatedAt: daysAgo(LONGEST_REFUND_DAYS + 1) },
    true,
  ],
  'a captured one': [
    { result: at({ status: Status.captured }), updatedAt: daysAgo(LONGEST_REFUND_DAYS - 1) },
    false,
  ],
  'one that is being refunded': [{ result: at({ status: Status.canceling }) }, false],
  'an authorized one, which can be voided': [{ result: at({ status: Status.authorized }) }, false],
  'one without an outcome': [{ result: at({ status: Status.pending }) }, false],
  'one that waits for its buyer': [{ result: at({ status: Status.started }) }, false],
  'a payment link': [{ result: at({ status: Status.intention }) }, false],
  'one with a movement under way': [{ result: at({ status: Status.canceled }), openMovement: 'M' }, false],
  'one that changed lately': [{ result: at({ status: Status.denied }), updatedAt: BEFORE + 1 }, false],
  'one that a person must settle': [{ result: at({ status: Status.denied }), referenceId: 'case' }, false],
};

for (const engine of ENGINES) {
  test(`only the history of sales that have ended for good may go (${engine})`, async (context) => {
    const room = await openTestRoom(engine);
    context.after(room.close);
    const newId = uuidMaker(() => daysAgo(800));
    const sales = Object.entries(SALES).map(([name, [over, mayGo]]) => {
      const old = { createdAt: daysAgo(800), updatedAt: daysAgo(700) };
      return { name, mayGo, transaction: testTransaction({ id: newId(), ...old, ...over }) };
    });
    await room.database.write(async (write) => {
      for (const { transaction } of sales) {
        await write.insertRows(TRANSACTIONS, [storedTransaction(PAYMENT_KINDS, transaction)]);
        // The last one as when the postback of an old sale was sent again yesterday.
        const events = [800, 700, 1].map((days) => ({
          ...testEvent('answered', { outcome: 'approved' }),
          transactionId: transaction.id,
          at: daysAgo(days),
        }));
        await room.history.record(write, events);
      }
    });
    const manual = sales.find(({ transaction }) => transaction.referenceId === 'case')?.transaction;
    assert.ok(manual);
    const opened = { subject: 'S', transactionId: manual.id, accountId: 0, kind: 'attempt' } as const;
    const manualCase = newCase({ ...opened, openedAt: daysAgo(800), nextAt: daysAgo(800) });
    await room.database.write((write) => openCases(write, [{ ...manualCase, state: 'manual' }]));

    const options = { database: room.database, clock: { now: () => NOW }, keptDays: KEPT_DAYS };
    const archived = await removeAll(oldHistory({ ...options, closedAmong }));
    for (const { name, mayGo, transaction } of sales) {
      const gone = archived.filter((row) => row.transaction_id === transaction.id);
      assert.equal(gone.length, mayGo ? 2 : 0, name);
      // As whoever reads the archive knows it, not as it was stored.
      for (const { kind, cause, details } of gone) {
        assert.deepEqual(
          [kind, cause, details],
          ['answered', 'merchant', '{"subject":"of a test","outcome":"approved"}'],
        );
      }
      assert.equal((await room.history.of(transaction.id)).length, mayGo ? 1 : 3, name);
    }
    assert.deepEqual(await removeAll(oldHistory({ ...options, closedAmong })), []);
  });
}

interface EventRow {
  readonly transaction_id: string;
  readonly kind: string;
  readonly cause: string;
  readonly details: string;
}

async function removeAll({ old }: RetainedRows): Promise<EventRow[]> {
  const archived: EventRow[] = [];
  for await (const { rows, remove } of old()) {
    archived.push(...(rows as readonly EventRow[]));
    await remove();
  }
  return archived;
}
