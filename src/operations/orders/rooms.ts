import type { Accounts } from '../../accounts/accounts.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Photos } from '../photos/index.ts';
import type { SalesOrder } from './order.ts';
import type { SaveOrderOptions } from './save.ts';

/** Dependencies of the orders' use cases. */
export interface OrderRooms extends SaveOrderOptions {
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
  readonly time: LocalTime;
  readonly sales: SalesOfOrders;
}

/** What orders need to know about their sales, by the orders' ids. */
export interface SalesOfOrders {
  count(orderIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Written as IntencaoVenda/GetByFiltros answers them; the newest `limit` of all. */
  list(orders: readonly SalesOrder[], limit: number): Promise<ReadonlyMap<number, readonly object[]>>;
}
