import assert from 'node:assert/strict';
import { test } from 'node:test';
import { casesOf, fc } from '../../../../test/support/property.ts';
import { localTime, systemClock } from '../../../platform/time/clock.ts';
import type { StatementLine } from '../../providers/index.ts';
import { newResult, Status } from '../../transactions/rules/transaction.ts';
import { openTestRoom, type TestRoom } from '../../transactions/test-room.ts';
import { beginTestSale, endTestSale, testOrder } from '../../transactions/test-sale.ts';
import { receivablesOf } from '../expected/lines-of-sale.ts';
import { createReceivableStore } from '../expected/receivable-store.ts';
import type { ForeignToMatch } from '../rules/judgement.ts';
import { FEES, type History, histories, saleOf, sum, toldFirst, toldOf } from '../rules/test-histories.ts';
import { createLineStore } from '../statements/line-store.ts';
import { type MoneyTables, receivableMigrations } from '../tables/receivables-table.ts';
import { statementMigrations } from '../tables/statement-migrations.ts';
import type { StatementTables } from '../tables/statement-tables.ts';
import { matchAccount } from './match-account.ts';

/** Of the sales of the test's room. */
const OWNER = { accountId: 0, merchantId: 1, provider: 'REDE' };
const TODAY = '2028-01-03';
const clock = systemClock;
const time = localTime('America/Sao_Paulo');
const NEVER = new AbortController().signal;

test('nets of what was told at last are those of our lines and the differences, after corrections too', async (t) => {
  const room = await openTestRoom('sqlite', { ...receivableMigrations, ...statementMigrations });
  t.after(() => room.close());
  const { database } = room;
  const told = createLineStore({ database, clock });
  const tables = () => database.read<MoneyTables & StatementTables>();
  const linesOf = async (id: string) => ({
    theirs: await tables()
      .selectFrom('statement_lines')
      .selectAll()
      .where('transaction_id', '=', id)
      .execute(),
    ours: await tables().selectFrom('receivables').selectAll().where('transaction_id', '=', id).execute(),
  });
  let number = 0;
  const tell = async (tid: string, lines: readonly ForeignToMatch[]) => {
    for (const [, ofKind] of Map.groupBy(lines, ({ kind }) => kind)) {
      await told.put(
        OWNER,
        ofKind.map((line) => statementLine(line, tid)),
        TODAY,
      );
    }
    await matchAccount({ database, clock, time }, OWNER.accountId, NEVER);
  };
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      number += 1;
      const tid = `tid-${number}`;
      const id = await sellAs(room, history, tid);
      const last = toldOf(history, saleOf(history));
      await tell(tid, toldFirst(history, last));
      await tell(tid, last);
      const { theirs, ours } = await linesOf(id);
      assert.equal(theirs.length, last.length);
      assert.ok(theirs.every((line) => line.pending === 0 && line.class !== null));
      const answered = ours.filter((line) => line.class !== null);
      assert.equal(sum(last, 'net'), sum(answered, 'net') + sum(theirs, 'difference'));
      // Told once more, and judged again, nothing changes.
      await tell(tid, last);
      assert.deepEqual(await linesOf(id), { theirs, ours });
    }),
    { numRuns: casesOf(24) },
  );
});

/** A captured sale whose lines are written. */
async function sellAs(room: TestRoom, history: History, tid: string): Promise<string> {
  const { amount } = history;
  const begun = await beginTestSale(room.store, { order: testOrder(), amount }, {});
  const result = newResult(Status.captured, { capturedAmount: amount, providerReference: tid });
  const outcome = { outcome: 'approved', captured: true, answer: { theirId: tid } } as never;
  const { id } = await endTestSale(room.store, begun, outcome, { result });
  const sale = { ...OWNER, id, referenceId: undefined, version: 1 } as never;
  const lines = receivablesOf(sale, saleOf(history), { fees: FEES, isDisputed: false });
  await createReceivableStore(room.database).add([{ transactionId: id, lines }]);
  return id;
}

function statementLine({ id: _, ...line }: ForeignToMatch, tid: string): StatementLine {
  return {
    ...{ saleDay: undefined, installments: undefined, order: undefined, nsu: undefined },
    ...{ authorization: undefined, lastFour: undefined, brand: 'VISA', product: undefined, unit: undefined },
    ...{ process: undefined, disputeState: undefined, disputeAmount: undefined, disputeDay: undefined },
    ...{ reasonText: undefined },
    ...line,
    key: `${tid} ${line.key}`,
    tid,
  };
}
