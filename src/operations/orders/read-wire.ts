import type { LocalTime } from '../../platform/time/clock.ts';
import { readMoney } from '../interface/amount.ts';
import type { MemberNames } from '../interface/member-names.ts';
import { readPeriod } from '../interface/period.ts';
import { withScheme } from '../interface/receiver-address.ts';
import { existingId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { readDecimal } from '../products/index.ts';
import { QUANTITY_PLACES } from '../quantity.ts';
import { ORDER_STATUSES, type OrderStatus, orderStatusName } from './order.ts';
import type { OrdersQuery } from './read.ts';
import type { OrderedItem, OrderToSave } from './save.ts';
import { MAX_LISTED_ORDERS, type OrderBody, type OrderFilterBody } from './schema.ts';

/** What the wire calls the members of OrderToSave. */
export const ORDER_NAMES: MemberNames = {
  physicalTerminalId: 'terminalFisicoId',
  total: 'valorTotalPedido',
  callbackUrl: 'urlRetorno',
  items: 'produtosPedido',
  productId: 'id',
  price: 'valor',
  methods: 'pedidoFormasPagamento',
  methodId: 'formaPagamento.id',
  maxInstallments: 'quantidadeMaximaParcelas',
};

/** Throws a Refusal 400 for wrong values that the schema does not catch. */
export function readSalesOrder(body: OrderBody, personId: number): OrderToSave {
  return {
    id: existingId(body.pedidoId) ?? existingId(body.id),
    personId,
    physicalTerminalId: existingId(body.terminalFisicoId),
    reference: body.referencia?.trim() || undefined,
    note: body.obs?.trim() || undefined,
    total: readMoney('valorTotalPedido', body.valorTotalPedido) || undefined,
    callbackUrl: body.urlRetorno?.trim() ? withScheme(body.urlRetorno) : undefined,
    items: (body.produtosPedido ?? []).map(readItem),
    methods: (body.pedidoFormasPagamento ?? []).map((method) => ({
      methodId: method.formaPagamento.id,
      maxInstallments: method.quantidadeMaximaParcelas || undefined,
      acquirer: method.adquirente?.trim() || undefined,
    })),
  };
}

function readItem(item: NonNullable<OrderBody['produtosPedido']>[number], index: number): OrderedItem {
  const field = `produtosPedido[${index}]`;
  const quantity = readDecimal(item.quantidade ?? '1', QUANTITY_PLACES);
  if (quantity === undefined || quantity <= 0) {
    const message = `O campo ${field}.quantidade deve ser um número maior que zero, como 1 ou 0,500.`;
    throw operationRefuse('value_invalid', { field: `${field}.quantidade`, message });
  }
  return {
    productId: existingId(item.id),
    name: item.nome?.trim() || undefined,
    price: readMoney(`${field}.valor`, item.valor),
    quantity,
  };
}

/** The persons that a filter names; empty: none that can be read. */
export function readPersonIds(sent: string | undefined): readonly number[] {
  const parts = (sent ?? '').split(',').map((part) => part.trim());
  return [...new Set(parts.filter((part) => /^\d{1,15}$/.test(part)).map(Number))].filter((id) => id !== 0);
}

/** Undefined: no order can match the filter. */
export function readOrderFilter(
  body: OrderFilterBody,
  personIds: readonly number[],
  time: LocalTime,
): OrdersQuery | undefined {
  const { from, until } = readPeriod(body, time);
  const limit = body.tamanho || MAX_LISTED_ORDERS;
  const query: OrdersQuery = {
    personIds,
    ids: existingId(body.pedidoId) === undefined ? undefined : [body.pedidoId ?? 0],
    statuses: readStatuses(body.status),
    reference: body.referencia?.trim() || undefined,
    from,
    until,
    differsFromItems: body.valorComDivergencia === true,
    offset: (Math.max(body.pagina ?? 1, 1) - 1) * limit,
    limit,
  };
  return isOwnKind(body.tipo) ? query : undefined;
}

/** All orders are the seller's own (Interno). */
function isOwnKind(sent: string | undefined): boolean {
  return !['2', 'externo'].includes(sent?.trim().toLowerCase() ?? '');
}

/** `5`, `Aberto, 6`; undefined: no status that can be read. */
function readStatuses(sent: string | undefined): readonly OrderStatus[] | undefined {
  const wanted = (sent ?? '').split(',').map((part) => part.trim().toLowerCase());
  const found = wanted.flatMap(
    (part) =>
      ORDER_STATUSES.find(
        (status) => String(status) === part || orderStatusName(status).toLowerCase() === part,
      ) ?? [],
  );
  return found.length > 0 ? found : undefined;
}
