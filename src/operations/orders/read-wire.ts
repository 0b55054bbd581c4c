import type { LocalTime } from '../../platform/index.ts';
import { readMoney } from '../interface/amount.ts';
import { readPeriod } from '../interface/period.ts';
import { existingId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { QUANTITY_PLACES, readDecimal } from '../products/index.ts';
import { ORDER_STATUSES, type OrderStatus, orderStatusName } from './order.ts';
import type { OrdersQuery } from './read.ts';
import type { OrderedItem, OrderToSave } from './save.ts';
import { MAX_LISTED_ORDERS, type OrderBody, type OrderFilterBody } from './schema.ts';

/** Throws a Refusal 400 for wrong values that the schema does not catch. */
export function readSalesOrder(body: OrderBody, personId: number): OrderToSave {
  return {
    id: existingId(body.pedidoId) ?? existingId(body.id),
    personId,
    physicalTerminalId: existingId(body.terminalFisicoId),
    reference: body.referencia?.trim() || undefined,
    note: body.obs?.trim() || undefined,
    total: readMoney('valorTotalPedido', body.valorTotalPedido) || undefined,
    callbackUrl: body.urlRetorno?.trim() || undefined,
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

/** The persons that a filter names; empty: none. Refusal: value_invalid. */
export function readPersonIds(sent: string | undefined): readonly number[] {
  const parts = (sent ?? '').split(',').map((part) => part.trim());
  const named = parts.filter((part) => part !== '' && part !== '0');
  if (named.every((part) => /^\d{1,15}$/.test(part))) return [...new Set(named.map(Number))];
  const message = 'O campo pessoaIds deve ter números, com vírgulas.';
  throw operationRefuse('value_invalid', { field: 'pessoaIds', message });
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

/** All orders are the seller's own (Interno). Refusal: value_invalid. */
function isOwnKind(sent: string | undefined): boolean {
  const kind = sent?.trim().toLowerCase() ?? '';
  if (['', '0', '1', 'interno'].includes(kind)) return true;
  if (kind === '2' || kind === 'externo') return false;
  throw operationRefuse('value_invalid', {
    field: 'tipo',
    message: 'O campo tipo deve ser Interno (1) ou Externo (2).',
  });
}

/** `5`, `Aberto, 6`. Refusal: value_invalid. */
function readStatuses(sent: string | undefined): readonly OrderStatus[] | undefined {
  const text = sent?.trim() ?? '';
  if (text === '' || text === '0') return undefined;
  return text.split(',').map((part) => {
    const wanted = part.trim().toLowerCase();
    const found = ORDER_STATUSES.find(
      (status) => String(status) === wanted || orderStatusName(status).toLowerCase() === wanted,
    );
    if (found !== undefined) return found;
    throw operationRefuse('value_invalid', {
      field: 'status',
      message: 'O campo status deve ter números ou nomes de status do pedido, com vírgulas.',
    });
  });
}
