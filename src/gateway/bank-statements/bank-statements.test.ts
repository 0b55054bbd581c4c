import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ENGINES, newDatabase } from '../../../test/support/databases.ts';
import { createBankStatements } from './bank-statements.ts';
import type { PaidOut } from './match-lines.ts';
import type { BankStatement } from './ofx/read-ofx.ts';
import { bankStatementMigrations } from './tables.ts';

const DAY = '2026-11-26';
const DAYS = { from: '2026-11-01', to: '2026-11-30' };
const lineOf = (fitId: string, amount: number) => ({ fitId, day: DAY, amount, type: 'CREDIT', memo: 'REDE' });
const statement = (...lines: BankStatement['lines']): BankStatement => ({
  bank: '0341',
  branch: '',
  account: '12345-6',
  currency: 'BRL',
  from: DAYS.from,
  to: DAYS.to,
  lines,
  unread: 0,
});
const payout = (payoutId: string, net: number): PaidOut => ({
  accountId: 1,
  payoutId,
  provider: 'REDE',
  payDay: DAY,
  type: 'credit',
  net,
});

for (const engine of ENGINES) {
  test(`lines of a file are kept once and matched to payouts, also to later ones (${engine})`, async (t) => {
    const { database, close } = await newDatabase(engine, bankStatementMigrations);
    t.after(() => close());
    const payouts = [payout('a', 100)];
    const { add, match, lines, deleteBefore } = createBankStatements({
      database,
      clock: { now: () => Date.UTC(2026, 10, 26) },
      payoutsOf: async (merchantId) => (merchantId === 7 ? payouts : []),
    });
    const file = statement(lineOf('1', 100), lineOf('2', 250), lineOf('3', -10));
    const { added, known } = await add(7, file);
    assert.deepEqual([added, known], [3, 0]);
    assert.deepEqual(await match(7, DAYS), { matched: 1, matchedSum: 100, open: 1, openSum: 250 });
    payouts.push(payout('b', 200), payout('c', 50));
    const both = { matched: 2, matchedSum: 350, open: 0, openSum: 0 };
    assert.deepEqual(await match(7, DAYS), both);
    assert.deepEqual(await match(7, DAYS), both);
    const first = await lines.list({ merchantId: 7 }, { limit: 2 });
    const listed = [...first, ...(await lines.list({ merchantId: 7 }, { limit: 2, after: first[1] }))];
    assert.deepEqual(
      listed.map((line) => [line.fitId, line.class, line.payouts.map(({ payoutId }) => payoutId).toSorted()]),
      [
        ['3', 'out', []],
        ['2', 'matched', ['b', 'c']],
        ['1', 'matched', ['a']],
      ],
    );
    const again = await add(7, file);
    assert.deepEqual([again.added, again.known], [0, 3]);
    assert.equal((await add(8, file)).added, 3);
    assert.deepEqual(await match(8, DAYS), { matched: 0, matchedSum: 0, open: 2, openSum: 350 });
    const open = await lines.list({ merchantId: undefined, class: 'open' }, { limit: 9 });
    assert.deepEqual(
      open.map((line) => [line.merchantId, line.fitId]),
      [
        [8, '2'],
        [8, '1'],
      ],
    );
    assert.equal((await lines.list({ merchantId: 7, class: 'open' }, { limit: 9 })).length, 0);
    assert.equal((await lines.list({ merchantId: 7, class: 'out' }, { limit: 9 })).length, 1);
    assert.equal(await deleteBefore('2026-11-27', 100), 6);
    assert.deepEqual(await match(7, DAYS), { matched: 0, matchedSum: 0, open: 0, openSum: 0 });
  });
}
