import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import {
  methodWords,
  ORDER_STATUS,
  type OrderDetails,
  orderStatusName,
  type SalesOrder,
  type SellerOrders,
  type SellerSales,
} from '../../operations/index.ts';
import { actingFor, activePerson, recordIdOf } from '../interface/acting-for.ts';
import { answeredPage, PageQuery, pageOf } from '../interface/list-page.ts';
import { type AnyPanelRoute, type PanelCall, panelRoute } from '../interface/route.ts';
import { refusePanel } from '../refusals.ts';
import { tillSaleRow } from '../till/show-till-sale.ts';
import { NewOrderBody, type Order, type OrderRow } from './schema.ts';

export interface OrderRoutesOptions {
  readonly sellerOrders: SellerOrders;
  readonly sellerSales: Pick<SellerSales, 'list'>;
  readonly accounts: Pick<Accounts, 'findPerson'>;
}

/** Keeps keys of the panel apart from those of the shop's own system. */
const KEY_PREFIX = 'painel:';
const MAX_TEXT = 100;
const MAX_SALES_SHOWN = 200;
const STATUSES = Object.values(ORDER_STATUS);

const ListQuery = Type.Object({
  ...PageQuery.properties,
  /** Numbers of `pedidoStatus`, with commas. */
  status: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
  reference: Type.Optional(Type.String({ maxLength: MAX_TEXT })),
});

/** Orders of integrated systems, tills and this panel, with their payments. */
export function orderRoutes({
  sellerOrders,
  sellerSales,
  accounts,
}: OrderRoutesOptions): readonly AnyPanelRoute[] {
  const shown = async (call: PanelCall<unknown, unknown>, id = recordIdOf(call)): Promise<Order> => {
    const personId = actingFor(call);
    const details = await sellerOrders.find(personId, id);
    if (!details) throw refusePanel('record_unknown');
    const sales = await sellerSales.list(
      { ...ANY_SALE, personId, orderId: details.id },
      { beforeId: undefined, offset: 0, limit: MAX_SALES_SHOWN },
    );
    return { ...orderOf(details), sales: sales.map(tillSaleRow) };
  };
  return [
    panelRoute({
      method: 'GET',
      path: '/orders',
      access: 'sales.read',
      compressed: true,
      query: ListQuery,
      run: async (call) => {
        const page = pageOf(call.query);
        const { status, reference } = call.query;
        const filter = {
          personId: actingFor(call),
          statuses: status ? readStatuses(status) : undefined,
          referencePart: reference?.trim() || undefined,
        };
        const wanted = { beforeId: page.after, limit: page.limit + 1 };
        return answeredPage(await sellerOrders.list(filter, wanted), page, orderRow);
      },
    }),
    panelRoute({ method: 'GET', path: '/orders/:id', access: 'sales.read', run: (call) => shown(call) }),
    panelRoute({
      method: 'POST',
      path: '/orders',
      access: 'sales.sell',
      body: NewOrderBody,
      run: async (call) => {
        const personId = actingFor(call);
        if (call.idempotencyKey === undefined) throw refusePanel('idempotency_key_missing');
        await activePerson(accounts, personId);
        const { reference, note, items } = call.body;
        const order = {
          personId,
          reference: reference?.trim() || undefined,
          note: note?.trim() || undefined,
          items: items.map((item) => ({ ...item, price: item.price, name: undefined })),
        };
        const key = `${KEY_PREFIX}${call.idempotencyKey}`;
        const { id } = await sellerOrders.create(order, key, (transaction, made) =>
          call.audit(transaction, `pedido:${made.id}`),
        );
        return shown(call, id);
      },
    }),
    panelRoute({
      method: 'POST',
      path: '/orders/:id/cancel',
      access: 'sales.sell',
      run: async (call) => {
        const orderId = recordIdOf(call);
        await sellerOrders.cancel({ personId: actingFor(call), orderId }, (transaction) =>
          call.audit(transaction, `pedido:${orderId}`),
        );
        return shown(call);
      },
    }),
  ];
}

const ANY_SALE = {
  ids: undefined,
  methodId: undefined,
  terminalId: undefined,
  statuses: undefined,
  reference: undefined,
  integrationId: undefined,
  from: undefined,
  until: undefined,
};

function orderRow({ id, createdAt, status, reference, total, paid, inPayment }: SalesOrder): OrderRow {
  return {
    id,
    createdAt: new Date(createdAt).toISOString(),
    status,
    statusName: orderStatusName(status),
    reference: reference ?? null,
    total,
    paid,
    inPayment,
  };
}

function orderOf({ order, items, methods }: OrderDetails): Omit<Order, 'sales'> {
  return {
    ...orderRow(order),
    updatedAt: new Date(order.updatedAt).toISOString(),
    note: order.note ?? null,
    itemsTotal: order.itemsTotal,
    items: items.map(({ position, name, quantity, price }) => ({ position, name, quantity, price })),
    methods: methods.map(({ methodId, maxInstallments, acquirer }) => ({
      id: methodId,
      name: methodWords(methodId).label,
      maxInstallments,
      acquirer: acquirer ?? null,
    })),
    mayCancel: order.status !== ORDER_STATUS.canceled && order.paid + order.inPayment === 0,
  };
}

function readStatuses(text: string) {
  return text.split(',').map((part) => {
    const status = STATUSES.find((one) => String(one) === part.trim());
    if (status === undefined) throw refusePanel('field_invalid', { field: 'status' });
    return status;
  });
}
