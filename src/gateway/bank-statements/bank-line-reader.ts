import type { Database } from '../../platform/database/index.ts';
import { BANK_LINES, type BankLinePayout, type BankStatementTables, type StoredBankLine } from './tables.ts';

/** What a line of a bank account is: money of acquirers, other money that came in, or money that went out. */
export const BANK_LINE_CLASSES = ['matched', 'open', 'out'] as const;
export type BankLineClass = (typeof BANK_LINE_CLASSES)[number];

export interface BankLineFilter {
  /** Undefined: of all. */
  readonly merchantId: number | undefined;
  readonly class?: BankLineClass | undefined;
}

/** The last line of the page before. */
export type BankLinePlace = Pick<StoredBankLine, 'day' | 'account' | 'fitId' | 'merchantId'>;

export interface ListedBankLine extends StoredBankLine {
  readonly class: BankLineClass;
  /** That are in it. */
  readonly payouts: readonly Pick<BankLinePayout, 'accountId' | 'payoutId'>[];
}

export interface BankLineReader {
  /** The newest day first. */
  list(
    filter: BankLineFilter,
    page: { readonly limit: number; readonly after?: BankLinePlace | undefined },
  ): Promise<readonly ListedBankLine[]>;
}

export function createBankLineReader(database: Database): BankLineReader {
  return {
    list: async (filter, page) => {
      const rows = await linesQuery(database, filter, page).execute();
      const lines = rows.map(BANK_LINES.fromRow);
      const payouts = await payoutsOf(database, lines);
      return lines.map((line): ListedBankLine => {
        const own = payouts.get(keyOf(line)) ?? [];
        return {
          ...line,
          payouts: own,
          class: line.amount <= 0 ? 'out' : own.length > 0 ? 'matched' : 'open',
        };
      });
    },
  };
}

function linesQuery(
  database: Database,
  { merchantId, class: found }: BankLineFilter,
  { limit, after }: { readonly limit: number; readonly after?: BankLinePlace | undefined },
) {
  let query = database.readAside<BankStatementTables>().selectFrom('bank_lines').selectAll();
  if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
  if (found !== undefined) query = query.where('amount', found === 'out' ? '<=' : '>', 0);
  if (found === 'matched' || found === 'open') {
    query = query.where(({ exists, not, selectFrom }) => {
      const isMatched = exists(
        selectFrom('bank_line_payouts')
          .select('payout_id')
          .whereRef('bank_line_payouts.merchant_id', '=', 'bank_lines.merchant_id')
          .whereRef('bank_line_payouts.account', '=', 'bank_lines.account')
          .whereRef('bank_line_payouts.fit_id', '=', 'bank_lines.fit_id'),
      );
      return found === 'matched' ? isMatched : not(isMatched);
    });
  }
  if (after) {
    query = query.where('day', '<=', after.day).where(({ or, and, eb }) =>
      or([
        eb('day', '<', after.day),
        eb('account', '<', after.account),
        and([eb('account', '=', after.account), eb('fit_id', '<', after.fitId)]),
        // Two shops may have uploaded the statement of one account.
        and([
          eb('account', '=', after.account),
          eb('fit_id', '=', after.fitId),
          eb('merchant_id', '<', after.merchantId),
        ]),
      ]),
    );
  }
  return query
    .orderBy('day', 'desc')
    .orderBy('account', 'desc')
    .orderBy('fit_id', 'desc')
    .orderBy('merchant_id', 'desc')
    .limit(limit);
}

async function payoutsOf(
  database: Database,
  lines: readonly StoredBankLine[],
): Promise<ReadonlyMap<string, ListedBankLine['payouts']>> {
  if (lines.length === 0) return new Map();
  const rows = await database
    .readAside<BankStatementTables>()
    .selectFrom('bank_line_payouts')
    .selectAll()
    .where('merchant_id', 'in', [...new Set(lines.map(({ merchantId }) => merchantId))])
    .where('account', 'in', [...new Set(lines.map(({ account }) => account))])
    .where('fit_id', 'in', [...new Set(lines.map(({ fitId }) => fitId))])
    .execute();
  const told = rows.map((row) => ({
    key: keyOf({ merchantId: row.merchant_id, account: row.account, fitId: row.fit_id }),
    accountId: row.account_id,
    payoutId: row.payout_id,
  }));
  return Map.groupBy(told, ({ key }) => key);
}

function keyOf({
  merchantId,
  account,
  fitId,
}: Pick<StoredBankLine, 'merchantId' | 'account' | 'fitId'>): string {
  return JSON.stringify([merchantId, account, fitId]);
}
