import type { Written } from '../../accounts/options.ts';
import { inWords } from '../interface/member-names.ts';
import { cancelOrder } from './cancel.ts';
import type { OrderStatus, SalesOrder } from './order.ts';
import { type OrderDetails, readOrderDetails, selectOrders } from './read.ts';
import { type OrderToSave, type SaveOrderOptions, saveOrder } from './save.ts';
import { findOrders } from './store.ts';
import type { OrderTables } from './tables.ts';

const UNSAID = {
  id: undefined,
  physicalTerminalId: undefined,
  total: undefined,
  callbackUrl: undefined,
  methods: [],
};

/** The orders of a seller, for screens. */
export interface SellerOrders {
  /** Newest first; `beforeId`: below this id. */
  list(
    filter: {
      readonly personId: number;
      readonly statuses: readonly OrderStatus[] | undefined;
      /** What a reference contains, whatever the case of its letters. */
      readonly referencePart: string | undefined;
    },
    page: { readonly beforeId: number | undefined; readonly limit: number },
  ): Promise<readonly SalesOrder[]>;
  find(personId: number, id: number): Promise<OrderDetails | undefined>;
  /** Refusals: those of `saveOrder`, with members in words. */
  create(order: NewOrder, key: string, written: Written<SalesOrder>): Promise<SalesOrder>;
  /** Refusals: those of `cancelOrder`. */
  cancel(
    request: { readonly personId: number; readonly orderId: number },
    written: Written<SalesOrder>,
  ): Promise<SalesOrder>;
}

/** An order that any method may pay, at any terminal. */
export type NewOrder = Pick<OrderToSave, 'personId' | 'reference' | 'note' | 'items'>;

export function createSellerOrders(rooms: SaveOrderOptions): SellerOrders {
  const { database } = rooms;
  const tables = () => database.read<OrderTables>();
  return {
    list: ({ personId, ...filter }, { beforeId, limit }) => {
      const all = {
        ids: undefined,
        reference: undefined,
        from: undefined,
        until: undefined,
        differsFromItems: false,
        offset: 0,
      };
      const aside = database.readAside<OrderTables>();
      return selectOrders(aside, { ...all, ...filter, personIds: [personId], limit }, beforeId);
    },
    find: async (personId, id) => {
      const [details] = await readOrderDetails(database, await findOrders(tables(), personId, [id]));
      return details;
    },
    create: (order, key, written) =>
      inWords({ price: 'preço' }, saveOrder(rooms, { ...UNSAID, ...order }, key, written)),
    cancel: (request, written) => cancelOrder(rooms, request, written),
  };
}
