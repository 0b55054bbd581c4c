import Type from 'typebox';
import type { KeyHolder } from '../../accounts/credentials/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import { filters } from '../../platform/http/index.ts';
import { listsAsTexts } from '../interface/lists-as-texts.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import { recordNamed } from '../interface/request.ts';
import { Line } from '../interface/texts.ts';
import { orderContexts } from './context.ts';
import { type OrderDetails, type OrdersQuery, readOrderDetails, selectOrders } from './read.ts';
import { readOrderFilter, readPersonIds } from './read-wire.ts';
import type { OrderRooms } from './rooms.ts';
import { DetailedOrderRecord, OrderFilterBody, OrderRecord } from './schema.ts';
import { findOrders } from './store.ts';
import type { OrderTables } from './tables.ts';
import { writeDetailedOrder, writeSalesOrder } from './wire.ts';

/** Sales shown of one order, or of a page of orders: the newest. */
const MAX_SALES_SHOWN = 1_000;

const read = {
  set: 'Pedido',
  verbs: ['GET', 'POST'],
  key: 'required',
  forPerson: true,
  withData: true,
  audited: false,
} as const;

export function orderQueries(rooms: OrderRooms): readonly Operation[] {
  return [byId(rooms), byFilters(rooms), byReference(rooms), ofPerson(rooms)];
}

function byId(rooms: OrderRooms): Operation {
  const wanted = recordNamed('pedidoId');
  return operation({
    ...read,
    method: 'GetById',
    summary: 'Consulta um pedido, com as suas vendas',
    wrapper: 'pedido',
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ pedido: DetailedOrderRecord }),
    run: async ({ personId, query, body }) => {
      const id = wanted.idIn({ query, body });
      const [order] = await findOrders(rooms.database.read<OrderTables>(), personId, [id]);
      if (!order) throw operationRefuse('not_found');
      const [details] = await readOrderDetails(rooms.database, [order]);
      if (!details) throw operationRefuse('not_found');
      const contextOf = await orderContexts(rooms, [order]);
      const sales = await rooms.sales.list([order], MAX_SALES_SHOWN);
      return { pedido: writeDetailedOrder(details, contextOf(order), sales.get(id) ?? []) };
    },
  });
}

function byFilters(rooms: OrderRooms): Operation {
  return operation({
    ...read,
    method: 'GetByFiltros',
    summary: 'Lista pedidos, dos mais novos aos mais antigos, com as suas vendas',
    wrapper: 'pedido',
    query: OrderFilterBody,
    body: OrderFilterBody,
    adapt: listsAsTexts,
    answer: Type.Object({ pedidos: Type.Array(DetailedOrderRecord) }),
    run: async ({ holder, personId, query, body }) => {
      const request = { ...query, ...body };
      const named = readPersonIds(request.pessoaIds);
      await refuseForeign(rooms, holder, named);
      const personIds = named.length > 0 ? named : [personId];
      const filter = readOrderFilter(request, personIds, rooms.time);
      return { pedidos: filter ? detailedList(rooms, filter) : [] };
    },
  });
}

function byReference(rooms: OrderRooms): Operation {
  const parameters = Type.Object({
    pedidoReferencia: Type.Optional(
      Line({ description: 'Obrigatório, na query ou no corpo', examples: ['mesa-12'] }),
    ),
  });
  return operation({
    ...read,
    method: 'GetByPessoaIdByReferencia',
    summary: 'Lista os pedidos de uma pessoa com uma referência',
    query: parameters,
    body: parameters,
    answer: Type.Object({ pedidos: Type.Array(OrderRecord) }),
    run: async ({ personId, query, body }) => {
      const reference = (query.pedidoReferencia ?? body.pedidoReferencia)?.trim();
      if (!reference) throw missingParameter('pedidoReferencia');
      const filter = readOrderFilter({ referencia: reference }, [personId], rooms.time);
      return { pedidos: filter ? plainList(rooms, filter) : [] };
    },
  });
}

function ofPerson(rooms: OrderRooms): Operation {
  const parameters = filters({ pedidoId: RecordId() });
  return operation({
    ...read,
    method: 'GetPedidosByPessoaId',
    summary: 'Lista os pedidos de uma pessoa, ou um deles',
    query: parameters,
    body: parameters,
    answer: Type.Object({ pedidos: Type.Array(OrderRecord) }),
    run: async ({ personId, query, body }) => {
      const pedidoId = existingId(query.pedidoId) ?? existingId(body.pedidoId);
      const filter = readOrderFilter({ ...(pedidoId && { pedidoId }) }, [personId], rooms.time);
      return { pedidos: filter ? plainList(rooms, filter) : [] };
    },
  });
}

async function refuseForeign(
  { accounts }: OrderRooms,
  holder: KeyHolder | undefined,
  personIds: readonly number[],
): Promise<void> {
  for (const id of personIds) {
    if (!holder || (await accounts.mayActFor(holder, id)) !== 'allowed')
      throw refuseAccount('person_foreign');
  }
}

function plainList(rooms: OrderRooms, filter: OrdersQuery): object {
  return pagedList(rooms, filter, async (page) => {
    const contextOf = await orderContexts(
      rooms,
      page.map(({ order }) => order),
    );
    return (details) => writeSalesOrder(details, contextOf(details.order));
  });
}

function detailedList(rooms: OrderRooms, filter: OrdersQuery): object {
  return pagedList(rooms, filter, async (page) => {
    const orders = page.map(({ order }) => order);
    const contextOf = await orderContexts(rooms, orders);
    const sales = await rooms.sales.list(orders, MAX_SALES_SHOWN);
    return (details) => writeDetailedOrder(details, contextOf(details.order), sales.get(details.id) ?? []);
  });
}

/** Read and written page by page while the answer is sent, up to the requested limit. */
function pagedList(
  rooms: OrderRooms,
  filter: OrdersQuery,
  writerOf: (page: readonly OrderDetails[]) => Promise<(details: OrderDetails) => object>,
): object {
  let left = filter.limit;
  return longList(
    async ({ afterId, limit }) => {
      if (left === 0) return [];
      const isFirst = afterId === 0;
      const page = { ...filter, offset: isFirst ? filter.offset : 0, limit: Math.min(left, limit) };
      const orders = await selectOrders(
        rooms.database.read<OrderTables>(),
        page,
        isFirst ? undefined : afterId,
      );
      left -= orders.length;
      const details = await readOrderDetails(rooms.database, orders);
      const write = await writerOf(details);
      return details.map((one) => ({ id: one.id, written: write(one) }));
    },
    ({ written }) => written,
  );
}
