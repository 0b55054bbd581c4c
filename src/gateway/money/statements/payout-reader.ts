import type { Database } from '../../../platform/database/index.ts';
import {
  STATEMENT_LINES,
  STATEMENT_PAYOUTS,
  type StatementTables,
  type StoredLine,
  type StoredPayout,
} from '../tables/statement-tables.ts';

export interface PayoutFilter {
  /** Undefined: of all. */
  readonly merchantId: number | undefined;
  /** Days on which they are paid, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly provider?: string | undefined;
}

/** The last payout of the page before. */
export type PayoutPlace = Pick<StoredPayout, 'payDay' | 'payoutId' | 'accountId'>;

export interface PayoutReader {
  /** The newest first. */
  list(
    filter: PayoutFilter,
    page: { readonly limit: number; readonly after?: PayoutPlace | undefined },
  ): Promise<readonly StoredPayout[]>;
  /** With all that it is made of; undefined: there is none of that name. Of several accounts: the one, or that opened last. */
  find(
    merchantId: number | undefined,
    payoutId: string,
    accountId?: number | undefined,
  ): Promise<{ readonly payout: StoredPayout; readonly lines: readonly StoredLine[] } | undefined>;
  /** What acquirers say they paid on a day, in centavos. */
  sumPaid(merchantId: number | undefined, day: string): Promise<number>;
  /** That the payouts of these lines went to, by `accountId payoutId`. */
  bankAccounts(
    lines: readonly Pick<StoredLine, 'accountId' | 'payoutId'>[],
  ): Promise<ReadonlyMap<string, string>>;
}

export function createPayoutReader(database: Database): PayoutReader {
  const tables = () => database.readAside<StatementTables>();
  return {
    list: async ({ merchantId, from, to, provider }, { limit, after }) => {
      let query = tables().selectFrom('statement_payouts').selectAll();
      if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
      if (from !== undefined) query = query.where('pay_day', '>=', from);
      if (to !== undefined) query = query.where('pay_day', '<=', to);
      if (provider !== undefined) query = query.where('provider', '=', provider);
      if (after) {
        query = query.where(({ or, and, eb }) =>
          or([
            eb('pay_day', '<', after.payDay),
            and([eb('pay_day', '=', after.payDay), eb('payout_id', '<', after.payoutId)]),
            and([
              eb('pay_day', '=', after.payDay),
              eb('payout_id', '=', after.payoutId),
              eb('account_id', '<', after.accountId),
            ]),
          ]),
        );
      }
      const rows = await query
        .orderBy('pay_day', 'desc')
        .orderBy('payout_id', 'desc')
        .orderBy('account_id', 'desc')
        .limit(limit)
        .execute();
      return rows.map(STATEMENT_PAYOUTS.fromRow);
    },
    sumPaid: async (merchantId, day) => {
      let query = tables()
        .selectFrom('statement_payouts')
        .select(({ fn }) => fn.sum<number | null>('net').as('net'))
        .where('pay_day', '=', day)
        .where('state', '=', 'paid');
      if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
      return Number((await query.executeTakeFirst())?.net ?? 0);
    },
    bankAccounts: async (lines) => {
      const ids = [...new Set(lines.flatMap(({ payoutId }) => payoutId ?? []))];
      if (ids.length === 0) return new Map();
      const rows = await tables()
        .selectFrom('statement_payouts')
        .select(['account_id', 'payout_id', 'bank_account'])
        .where('payout_id', 'in', ids)
        .where('account_id', 'in', [...new Set(lines.map(({ accountId }) => accountId))])
        .execute();
      return new Map(rows.map((row) => [`${row.account_id} ${row.payout_id}`, row.bank_account ?? '']));
    },
    find: async (merchantId, payoutId, accountId) => {
      let query = tables().selectFrom('statement_payouts').selectAll().where('payout_id', '=', payoutId);
      if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
      if (accountId !== undefined) query = query.where('account_id', '=', accountId);
      const row = await query.orderBy('account_id', 'desc').limit(1).executeTakeFirst();
      if (!row) return undefined;
      const lines = await tables()
        .selectFrom('statement_lines')
        .selectAll()
        .where('account_id', '=', row.account_id)
        .where('payout_id', '=', payoutId)
        .orderBy('kind', 'desc')
        .orderBy('key')
        .execute();
      return { payout: STATEMENT_PAYOUTS.fromRow(row), lines: lines.map(STATEMENT_LINES.fromRow) };
    },
  };
}
