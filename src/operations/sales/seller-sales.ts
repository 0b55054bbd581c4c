import type { Written } from '../../accounts/options.ts';
import { type ChargeTables, findCharge, type PixToShow } from '../charges/index.ts';
import { inWords, type MemberNames } from '../interface/member-names.ts';
import { followOnCharge } from './charged/follow-on-charge.ts';
import type { SaleRooms } from './http/rooms.ts';
import {
  readDetails,
  type SaleDetails,
  type SalePage,
  type SalesQuery,
  selectSales,
} from './listing/read.ts';
import { flowOfSale, isCharged } from './record/flow.ts';
import type { Sale } from './record/sale.ts';
import { findPersonSale, selectEvents } from './record/store.ts';
import type { SaleEvent, SaleTables } from './record/tables.ts';
import type { CancelRequest } from './selling/cancel.ts';
import { cancelAnySale } from './selling/cancel-charged.ts';
import { type SaleOrigin, type SaleToCreate, sell } from './selling/sell.ts';
import { workOf } from './work/work-signals.ts';

/** What sellers call the members of a sale. */
const WORDS: MemberNames = {
  total: 'valor total',
  items: 'produtos',
  price: 'valor',
  clientId: 'cliente',
  technicalPassword: 'senha técnica',
};

/** The sales of a seller, for screens: they do not wait for a payment client but poll. */
export interface SellerSales {
  /** Refusals: those of `sell`. */
  sell(
    request: SaleToCreate,
    origin: Omit<SaleOrigin, 'onlyInUse'>,
    written: Written<Sale>,
  ): Promise<SaleDetails>;
  /** Refusals: those of `cancelAnySale`. */
  cancel(request: CancelRequest, written: Written<Sale>): Promise<SaleDetails>;
  find(personId: number, id: number): Promise<SaleDetails | undefined>;
  /** What a buyer pays a Pix of the person with; undefined for any other sale, and until its bank has answered. */
  pixOf(personId: number, id: number): Promise<PixToShow | undefined>;
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
    // Each write of these rooms takes its own turn.
    const now = isCharged(sale) ? await followOnCharge(rooms, sale, (work) => work()) : sale;
    return detailsOf(now);
  };
  return {
    sell: async (request, origin, written) =>
      withDetails((await inWords(WORDS, sell(rooms, request, { ...origin, onlyInUse: true }, written))).sale),
    cancel: async (request, written) =>
      withDetails(await inWords(WORDS, cancelAnySale(rooms, request, written))),
    find: async (personId, id) => {
      const sale = await findPersonSale(tables(), personId, id);
      return sale && detailsOf(sale);
    },
    pixOf: async (personId, id) => {
      const sale = await findPersonSale(tables(), personId, id);
      if (!sale || flowOfSale(sale) !== 'pix') return undefined;
      const charge = await findCharge(rooms.database.read<ChargeTables>(), 'sale', id);
      if (charge?.transactionId === undefined) return undefined;
      return rooms.gateway.pixToShow(personId, charge.transactionId);
    },
    list: async (filter, page) => readDetails(rooms, await selectSales(tables(), filter, page)),
    eventsOf: (saleId) => selectEvents(tables(), saleId),
  };
}
