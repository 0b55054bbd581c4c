import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime, systemClock } from '../../../platform/time/clock.ts';
import type { MerchantAccount, StatementLine, StatementSource } from '../../providers/index.ts';
import { openTestRoom } from '../../transactions/test-room.ts';
import { receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import type { StatementTables } from '../tables/statement-tables.ts';
import { createLineStore } from './line-store.ts';
import { createReadingStore, type ReadingStore } from './reading-store.ts';
import { statementsJob } from './statements-job.ts';

const clock = systemClock;
const time = localTime('America/Sao_Paulo');
const ACCOUNTS = [1, 2, 3].map((id) => ({ id, personId: id, provider: 'REDE' }) as MerchantAccount);
const NEVER = new AbortController().signal;

/** One line for each account, told with its sales. */
const LINE = {
  ...{ kind: 'sale', key: 'k', day: '2026-11-20', gross: 100, fee: 2, net: 98, suspended: 0 },
  ...{ saleDay: '2026-11-20', tid: 'tid' },
} as unknown as StatementLine;
const SOURCE: StatementSource = {
  provider: 'REDE',
  windowDays: 30,
  isOn: () => true,
  ask: async (_account, { about }) => ({ outcome: 'answered', text: about }),
  read: (_account, { about }) => ({
    lines: about === 'sales' ? [LINE] : [],
    payouts: [],
    cursor: undefined,
    unread: 0,
  }),
};

test('an account whose matching is cut is not done, and the others are read before it is gone on with', async (t) => {
  const room = await openTestRoom('sqlite', { ...receivableMigrations, ...statementMigrations });
  t.after(() => room.close());
  const { database } = room;
  const stored = createReadingStore({ database, clock, time });
  const run = new AbortController();
  const order: number[] = [];
  const readings: ReadingStore = {
    ...stored,
    note: async (owner, noted) => {
      await stored.note(owner, noted);
      // The last that is noted of a window before its lines are matched.
      if (noted.readUntil !== undefined) order.push(owner.accountId);
      if (noted.readUntil !== undefined && owner.accountId === 2) run.abort(new Error('took too long'));
    },
  };
  const job = statementsJob({
    ...{ database, clock, readings },
    time: { ...time, iso: () => '2026-11-27T10:00:00-03:00' },
    answers: { keep: async () => true, noteRead: async () => undefined },
    lines: createLineStore({ database, clock }),
    sources: new Map([['REDE', SOURCE]]),
    accounts: { list: async () => ACCOUNTS, settings: async () => ({}) as never },
    onFault: (_account, reason) => assert.fail(reason),
  });
  const pending = async () => {
    const query = database.read<StatementTables>().selectFrom('statement_lines').select('account_id');
    const rows = await query.where('pending', '>', 0).execute();
    return rows.map((row) => row.account_id);
  };
  const slots = async () => (await stored.list()).map((reading) => [reading.accountId, reading.slot]);

  await assert.rejects(job.run(run.signal), /took too long/);
  assert.deepEqual(await pending(), [2]);
  assert.deepEqual(await slots(), [
    [1, '2026-11-27 1'],
    [2, undefined],
  ]);
  await job.run(NEVER);
  assert.deepEqual(order, [1, 2, 3, 2]);
  assert.deepEqual(await pending(), []);
  assert.ok((await slots()).every(([, slot]) => slot === '2026-11-27 1'));
});
