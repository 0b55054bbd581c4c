import Type from 'typebox';
import { adaptAmounts } from '../interface/adapt-amounts.ts';
import { inWireNames } from '../interface/member-names.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { recordNamed } from '../interface/request.ts';
import { cancelOrder } from './cancel.ts';
import { orderContexts } from './context.ts';
import type { SalesOrder } from './order.ts';
import { orderQueries } from './query-routes.ts';
import { readOrderDetails } from './read.ts';
import { ORDER_NAMES, readSalesOrder } from './read-wire.ts';
import type { OrderRooms } from './rooms.ts';
import { saveOrder } from './save.ts';
import { OrderBody, OrderRecord } from './schema.ts';
import { writeSalesOrder } from './wire.ts';

export function orderOperations(rooms: OrderRooms): readonly Operation[] {
  return [insertOperation(rooms), cancelOperation(rooms), ...orderQueries(rooms)];
}

const write = {
  set: 'Pedido',
  verbs: ['GET', 'POST'],
  key: 'required',
  forPerson: true,
  wrapper: 'pedido',
  answer: Type.Object({ pedido: OrderRecord }),
  withData: true,
  audited: true,
} as const;

function insertOperation(rooms: OrderRooms): Operation {
  return operation({
    ...write,
    method: 'Insert',
    summary: 'Cria um pedido, que pode ser pago por várias vendas, ou edita o do pedidoId enviado',
    body: OrderBody,
    adapt: adaptAmounts,
    run: ({ personId, body, idempotencyKey, written }) =>
      inWireNames(ORDER_NAMES, saveOrder(rooms, readSalesOrder(body, personId), idempotencyKey, written)),
    finish: (_call, order) => answerOf(rooms, order),
  });
}

function cancelOperation(rooms: OrderRooms): Operation {
  const wanted = recordNamed('pedidoId');
  return operation({
    ...write,
    method: 'Cancelar',
    summary: 'Cancela um pedido sem vendas em andamento ou creditadas',
    query: wanted.parameters,
    body: wanted.parameters,
    run: ({ personId, query, body, written }) => {
      const orderId = wanted.idIn({ query, body });
      return cancelOrder(rooms, { personId, orderId }, written);
    },
    finish: (_call, order) => answerOf(rooms, order),
  });
}

async function answerOf(rooms: OrderRooms, order: SalesOrder): Promise<object> {
  const [details] = await readOrderDetails(rooms.database, [order]);
  const contextOf = await orderContexts(rooms, [order]);
  if (!details) throw new Error(`order ${order.id} is gone`);
  return { pedido: writeSalesOrder(details, contextOf(order)) };
}
