import Type from 'typebox';
import type { LatePayments } from '../../gateway/late-payments/index.ts';
import type { TransactionStore } from '../../gateway/transactions/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingFor } from '../interface/acting-for.ts';
import { moment } from '../interface/moment.ts';
import { type AnyPanelRoute, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import type { LivePayments } from './schema.ts';

export interface LivePaymentsOptions {
  readonly latePayments: Pick<LatePayments, 'since'>;
  readonly transactions: Pick<TransactionStore, 'find'>;
  readonly clock: Clock;
}

const Query = Type.Object({ since: Type.Optional(Type.String({ maxLength: 30 })) });
/** A payment may be committed some time after the moment that it carries, and by another instance's clock. */
const OVERLAP_MS = 120_000;
const MOST = 50;

/** What was paid long after it was made, such as a link: by the time of the payment, which no list of sales is sorted by. */
export function livePaymentsRoute(options: LivePaymentsOptions): AnyPanelRoute {
  const { latePayments, transactions, clock } = options;
  return panelRoute({
    method: 'GET',
    path: '/live/payments',
    access: 'sales.read',
    query: Query,
    run: async (call): Promise<LivePayments> => {
      const now = clock.now();
      const merchantId = actingFor(call);
      const since = call.query.since === undefined ? now : Date.parse(call.query.since);
      if (Number.isNaN(since)) throw refusePanel('field_invalid', { field: 'since' });
      const paid = await latePayments.since({ merchantId, at: since - OVERLAP_MS }, MOST);
      const sales = await Promise.all(
        paid.map(({ transactionId }) => transactions.find(merchantId, transactionId)),
      );
      const items = sales.flatMap((sale) =>
        sale === undefined
          ? []
          : {
              id: sale.id,
              value: sale.result.capturedAmount ?? sale.amount,
              customerName: sale.order.customer?.name ?? null,
            },
      );
      return { items, until: moment(now) };
    },
  });
}
