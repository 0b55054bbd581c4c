import { actingPerson } from '../interface/acting-person.ts';
import type { SalesOrder } from './order.ts';
import type { OrderRooms } from './rooms.ts';
import type { OrderContext } from './wire.ts';

/** What is shown of these orders besides their own fields: their sellers, and how many sales each has. */
export async function orderContexts(
  { accounts, photos, time, sales }: Pick<OrderRooms, 'accounts' | 'photos' | 'time' | 'sales'>,
  orders: readonly SalesOrder[],
): Promise<(order: SalesOrder) => OrderContext> {
  const counts = await sales.count(orders.map(({ id }) => id));
  const personIds = [...new Set(orders.map(({ personId }) => personId))];
  const sellers = new Map(
    await Promise.all(personIds.map(async (id) => [id, await actingPerson(accounts, id)] as const)),
  );
  return ({ id, personId }) => {
    const seller = sellers.get(personId);
    if (!seller) throw new Error(`order ${id} has no seller`);
    return { seller, time, sales: counts.get(id) ?? 0, thumbnailUrl: photos.thumbnailUrl };
  };
}
