import { sql } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Dispute, DisputeKind, DisputeState } from '../rules/dispute.ts';
import type { DisputesOfMonth } from '../rules/rates.ts';
import { DISPUTES, type DisputeTables } from './disputes-table.ts';

export interface DisputeFilter {
  /** Undefined: of all. */
  readonly merchantId: number | undefined;
  readonly states?: readonly DisputeState[] | undefined;
  readonly kind?: DisputeKind | undefined;
  /** Local days of the notice, both inclusive. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly transactionId?: string | undefined;
}

export interface DisputePlace {
  readonly notifiedDay: string;
  readonly id: string;
}

/** Of open disputes. */
export interface DisputesToAnswer {
  readonly count: number;
  /** The earliest day to answer by. */
  readonly firstDay: string | undefined;
}

export interface DisputeReader {
  /** Newest notices first. */
  list(
    filter: DisputeFilter,
    page: { readonly limit: number; readonly after?: DisputePlace | undefined },
  ): Promise<readonly Dispute[]>;
  /** Open ones by their last day, those without one last. */
  toAnswer(merchantId: number | undefined, limit: number): Promise<readonly Dispute[]>;
  summary(merchantId: number | undefined): Promise<DisputesToAnswer>;
  /** What schemes count: alerts of fraud, and disputes of cards, by the month of their notice, both inclusive. */
  months(
    merchantId: number | undefined,
    period: { readonly from: string; readonly to: string },
  ): Promise<readonly DisputesOfMonth[]>;
}

export function createDisputeReader(database: Database): DisputeReader {
  const rows = () => database.readAside<DisputeTables>().selectFrom('disputes');
  const open = (merchantId: number | undefined) =>
    rows()
      .where('state', '=', 'open')
      .where('kind', '!=', 'fraud_alert')
      .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? 0));
  return {
    list: async ({ merchantId, states, kind, from, to, transactionId }, { limit, after }) => {
      let query = rows().selectAll();
      if (merchantId !== undefined) query = query.where('merchant_id', '=', merchantId);
      if (states) query = query.where('state', 'in', states);
      if (kind) query = query.where('kind', '=', kind);
      if (from !== undefined) query = query.where('notified_day', '>=', from);
      if (to !== undefined) query = query.where('notified_day', '<=', to);
      if (transactionId !== undefined) query = query.where('transaction_id', '=', transactionId);
      if (after) {
        query = query.where(({ or, and, eb }) =>
          or([
            eb('notified_day', '<', after.notifiedDay),
            and([eb('notified_day', '=', after.notifiedDay), eb('id', '<', after.id)]),
          ]),
        );
      }
      const found = await query.orderBy('notified_day', 'desc').orderBy('id', 'desc').limit(limit).execute();
      return found.map(DISPUTES.fromRow);
    },
    toAnswer: async (merchantId, limit) => {
      const found = await open(merchantId)
        .selectAll()
        .orderBy(sql`answer_by is null`)
        .orderBy('answer_by')
        .orderBy('id')
        .limit(limit)
        .execute();
      return found.map(DISPUTES.fromRow);
    },
    summary: async (merchantId) => {
      const { count, first } = await open(merchantId)
        .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('answer_by').as('first')])
        .executeTakeFirstOrThrow();
      return { count: Number(count), firstDay: first ?? undefined };
    },
    months: async (merchantId, { from, to }) => {
      const month = sql<string>`substr(notified_day, 1, 7)`;
      const isAlert = sql<number>`sum(case when kind = 'fraud_alert' then 1 else 0 end)`;
      const found = await rows()
        .select(['merchant_id', month.as('month')])
        .select(({ fn }) => [fn.countAll<number>().as('count'), isAlert.as('alerts')])
        .where('kind', 'in', ['fraud_alert', 'chargeback', 'second', 'arbitration'])
        .where('notified_day', '>=', `${from}-01`)
        .where('notified_day', '<=', `${to}-31`)
        .$if(merchantId !== undefined, (query) => query.where('merchant_id', '=', merchantId ?? 0))
        .groupBy(['merchant_id', month])
        .execute();
      return found.map((row) => ({
        merchantId: Number(row.merchant_id),
        month: row.month,
        alerts: Number(row.alerts),
        disputes: Number(row.count) - Number(row.alerts),
      }));
    },
  };
}
