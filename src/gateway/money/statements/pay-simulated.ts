import { randomUUID } from 'node:crypto';
import type { Database } from '../../../platform/database/index.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { type MoneyTables, RECEIVABLES, type Receivable } from '../tables/receivables-table.ts';
import { IS_AWAITED } from '../tables/statement-migrations.ts';
import {
  STATEMENT_LINES,
  STATEMENT_PAYOUTS,
  type StatementTables,
  type StoredLine,
  type StoredPayout,
} from '../tables/statement-tables.ts';

const LINES_AT_ONCE = 200;
const NAME_DIGITS = 3;

/**
 * Sandbox: pays what is due by a day, as it was expected, of accounts whose statements are not read. How many payouts were made.
 */
export async function paySimulated(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  day: string,
): Promise<number> {
  const made = new Set<string>();
  for (;;) {
    const due = await dueBy(database, day);
    if (due.length === 0) return made.size;
    const lines = due.map((line) => partOf(line, day, clock.now()));
    const groups = Map.groupBy(lines, ({ payoutId }) => payoutId ?? '');
    await database.write(async (write) => {
      const tables = write.tables<StatementTables & MoneyTables>();
      await write.insertRows(STATEMENT_LINES, lines);
      for (const [payoutId, own] of groups) {
        const [first] = own;
        if (!first) continue;
        const net = own.reduce((sum, one) => sum + one.net, 0);
        const payout = payoutOf(first, payoutId, { net, count: own.length, day });
        await tables
          .insertInto('statement_payouts')
          .values(STATEMENT_PAYOUTS.toRow(payout))
          .onConflict((conflict) =>
            conflict.columns(['account_id', 'payout_id']).doUpdateSet(({ eb }) => ({
              net: eb('statement_payouts.net', '+', net),
              count: eb('statement_payouts.count', '+', own.length),
            })),
          )
          .execute();
        made.add(`${first.accountId} ${payoutId}`);
      }
      for (const line of lines) {
        await tables
          .updateTable('receivables')
          .set({ class: 'matched', state: 'paid', payout_id: line.payoutId ?? null })
          .where('transaction_id', '=', line.transactionId ?? '')
          .where('line', '=', line.line ?? 0)
          .execute();
      }
    });
  }
}

async function dueBy(database: Database, day: string): Promise<readonly Receivable[]> {
  const rows = await database
    .read<MoneyTables & StatementTables>()
    .selectFrom('receivables')
    .selectAll()
    .where(IS_AWAITED)
    .where('due_day', '<=', day)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('statement_readings')
            .select('statement_readings.account_id')
            .whereRef('statement_readings.account_id', '=', 'receivables.account_id'),
        ),
      ),
    )
    .orderBy('due_day')
    .limit(LINES_AT_ONCE)
    .execute();
  return rows.map(RECEIVABLES.fromRow);
}

/** Of one merchant, day, means and brand. */
function payoutIdOf({ merchantId, dueDay, paidBy, brand = 'OUTRA' }: Receivable): string {
  return `SIM-${merchantId}-${dueDay.replaceAll('-', '')}-${paidBy}-${brand}`;
}

function partOf(line: Receivable, day: string, now: number): StoredLine {
  const payoutId = payoutIdOf(line);
  return {
    id: randomUUID(),
    accountId: line.accountId,
    merchantId: line.merchantId,
    provider: line.provider,
    kind: 'part',
    key: `${payoutId}/${line.transactionId}-${String(line.line).padStart(NAME_DIGITS, '0')}`,
    saleDay: line.captureDay,
    dueDay: line.dueDay,
    paidDay: line.dueDay,
    day: line.dueDay < day ? line.dueDay : day,
    gross: line.gross,
    fee: line.fee,
    net: line.net,
    installment: line.installment,
    installments: line.installments,
    tid: undefined,
    orderNumber: undefined,
    nsu: undefined,
    authorizationCode: undefined,
    lastFour: undefined,
    brand: line.brand,
    product: line.paidBy === 'debit' ? 'debit' : 'credit',
    unit: undefined,
    payoutId,
    negotiation: undefined,
    suspended: 0,
    debitKind: undefined,
    process: undefined,
    disputeState: undefined,
    disputeAmount: undefined,
    disputeDay: undefined,
    reasonCode: undefined,
    reasonText: undefined,
    transactionId: line.transactionId,
    line: line.line,
    class: 'matched',
    difference: 0,
    suggestedId: undefined,
    confirmed: 1,
    note: undefined,
    pending: 0,
    revision: 0,
    netBefore: undefined,
    updatedAt: now,
  };
}

function payoutOf(
  { accountId, merchantId, provider, brand, product, dueDay, updatedAt }: StoredLine,
  payoutId: string,
  { net, count, day }: { readonly net: number; readonly count: number; readonly day: string },
): StoredPayout {
  return {
    ...{ accountId, payoutId, merchantId, provider, brand, net, count, updatedAt, difference: 0 },
    payDay: dueDay ?? day,
    type: product === 'debit' ? 'debit' : 'credit',
    state: 'paid',
    stateText: 'SIMULATED',
    bankAccount: undefined,
  };
}
