import type { Accounts } from '../../../accounts/accounts.ts';
import { actingPerson } from '../../interface/acting-person.ts';
import type { SalesOfOrders } from '../../orders/index.ts';
import type { Photos } from '../../photos/index.ts';
import { type DetailsRooms, readDetails } from '../listing/read.ts';
import { SALES, type SaleTables } from '../record/tables.ts';
import { type SaleTimes, writeListedSale } from './wire.ts';

/** What orders need to know about their sales. */
export function salesOfOrders({
  database,
  accounts,
  photos,
  times,
  gateway,
  cardForms,
}: DetailsRooms & {
  readonly accounts: Pick<Accounts, 'findPerson'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly times: SaleTimes;
}): SalesOfOrders {
  const tables = () => database.read<SaleTables>();
  return {
    count: async (orderIds) => {
      if (orderIds.length === 0) return new Map();
      const rows = await tables()
        .selectFrom('sales')
        .select((row) => ['order_id', row.fn.countAll<number>().as('sales')])
        .where('order_id', 'in', orderIds)
        .groupBy('order_id')
        .execute();
      return new Map(rows.map(({ order_id, sales }) => [order_id ?? 0, Number(sales)]));
    },
    list: async (orders, limit) => {
      const ids = orders.map(({ id }) => id);
      const rows =
        ids.length === 0
          ? []
          : await tables()
              .selectFrom('sales')
              .selectAll()
              .where('order_id', 'in', ids)
              .orderBy('id', 'desc')
              .limit(limit)
              .execute();
      const written = new Map<number, object[]>();
      const bySeller = Map.groupBy(rows.map(SALES.fromRow), ({ personId }) => personId);
      for (const [personId, sales] of bySeller) {
        const seller = await actingPerson(accounts, personId);
        for (const details of await readDetails({ database, gateway, cardForms }, sales)) {
          const id = details.sale.orderId ?? 0;
          const one = writeListedSale(details, seller, { times, thumbnailUrl: photos.thumbnailUrl });
          written.set(id, [...(written.get(id) ?? []), one]);
        }
      }
      return written;
    },
  };
}
