import type { Written } from '../../accounts/options.ts';
import type { CancelRequest } from './cancel.ts';
import { cancelAnySale } from './cancel-charged.ts';
import { isCharged } from './flow.ts';
import { followOnCharge } from './follow-on-charge.ts';
import { readDetails, type SaleDetails, type SalePage, type SalesQuery, selectSales } from './read.ts';
import type { SaleRooms } from './rooms.ts';
import type { Sale } from './sale.ts';
import { type SaleOrigin, type SaleToCreate, sell } from './sell.ts';
import { findPersonSale, selectEvents } from './store.ts';
import type { SaleEvent, SaleTables } from './tables.ts';
import { workOf } from './work-signals.ts';

/** The sales of a seller, for screens: they do not wait for a payment client but poll. */
export interface SellerSales {
  /** Refusals: those of `sell`. */
  sell(request: SaleToCreate, origin: SaleOrigin, written: Written<Sale>): Promise<SaleDetails>;
  /** Refusals: those of `cancelAnySale`. */
  cancel(request: CancelRequest, written: Written<Sale>): Promise<SaleDetails>;
  find(personId: number, id: number): Promise<SaleDetails | undefined>;
  /** Newest first. */
  list(filter: SalesQuery, page: SalePage): Promise<readonly SaleDetails[]>;
  /** Every change of a sale, the oldest first. */
  eventsOf(saleId: number): Promise<readonly SaleEvent[]>;
}

export function createSellerSales(rooms: SaleRooms): SellerSales {
  const tables = () => rooms.database.read<SaleTables>();
  const detailsOf = async (sale: Sale): Promise<SaleDetails> => {
    const [details] = await readDetails(rooms, [sale]);
    if (!details) throw new Error(`sale ${sale.id} is gone`);
    return details;
  };
  const withDetails = async (sale: Sale) => {
    rooms.signals.wake(workOf(sale.terminalId));
    // The panel limits its own calls, so this write needs no slot of the integrations' limiter.
    const now = isCharged(sale) ? await followOnCharge(rooms, sale, (work) => work()) : sale;
    return detailsOf(now);
  };
  return {
    sell: async (request, origin, written) => withDetails((await sell(rooms, request, origin, written)).sale),
    cancel: async (request, written) => withDetails(await cancelAnySale(rooms, request, written)),
    find: async (personId, id) => {
      const sale = await findPersonSale(tables(), personId, id);
      return sale && detailsOf(sale);
    },
    list: async (filter, page) => readDetails(rooms, await selectSales(tables(), filter, page)),
    eventsOf: (saleId) => selectEvents(tables(), saleId),
  };
}
