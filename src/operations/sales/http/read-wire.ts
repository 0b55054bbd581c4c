import type { LocalTime } from '../../../platform/time/clock.ts';
import { readMoney } from '../../interface/amount.ts';
import type { MemberNames } from '../../interface/member-names.ts';
import { readPeriod } from '../../interface/period.ts';
import { existingId } from '../../interface/record-id.ts';
import { readDecimal } from '../../products/index.ts';
import { QUANTITY_PLACES } from '../../quantity.ts';
import { readStatuses, type SalePage, type SalesQuery } from '../listing/read.ts';
import { invalid } from '../record/refusals.ts';
import { INSTALLMENT_KIND } from '../record/sale.ts';
import type { RequestedItem } from '../selling/price-items.ts';
import type { SaleToCreate } from '../selling/sell.ts';
import { type FilterBody, MAX_LISTED, type SaleBody } from './schema.ts';

/** What the wire calls the members of SaleToCreate, CancelRequest and AdministrativeRequest. */
export const SALE_NAMES: MemberNames = {
  methodId: 'formaPagamentoId',
  installments: 'quantidadeParcelas',
  items: 'produtosVendidos',
  productId: 'id',
  price: 'valor',
  quantity: 'quantidade',
  total: 'valorTotalVendido',
  surcharge: 'valorAcrescimo',
  discount: 'valorDesconto',
  orderId: 'pedidoId',
  operatorId: 'operadorId',
  clientId: 'pessoaClienteId',
  technicalPassword: 'senhaTecnica',
};

/** Throws a Refusal 400 for wrong values that the schema does not catch. */
export function readSale(body: SaleBody, personId: number): SaleToCreate {
  const sold = body.produtosVendidos ?? [];
  const { administrator, store } = INSTALLMENT_KIND;
  return {
    personId,
    methodId: body.formaPagamentoId,
    terminalId: body.terminalId,
    reference: body.referencia?.trim() || undefined,
    autoStart: body.iniciarTransacaoAutomaticamente ?? body.aguardarTefIniciarTransacao ?? false,
    installments: body.quantidadeParcelas || 1,
    installmentKind: body.parcelamentoAdmin ? administrator : store,
    items: sold.map(readItem),
    total: readMoney('valorTotalVendido', body.valorTotalVendido) || undefined,
    surcharge: readMoney('valorAcrescimo', body.valorAcrescimo) ?? 0,
    discount: readMoney('valorDesconto', body.valorDesconto) ?? 0,
    note: body.observacao?.trim() || undefined,
    orderId: existingId(body.pedidoId),
    operatorId: existingId(body.operadorId),
    clientId: existingId(body.pessoaClienteId),
    integrationId: body.integracaoId || undefined,
  };
}

function readItem(item: NonNullable<SaleBody['produtosVendidos']>[number], index: number): RequestedItem {
  const field = `produtosVendidos[${index}]`;
  const quantity = readDecimal(item.quantidade ?? '1', QUANTITY_PLACES);
  if (quantity === undefined) {
    throw invalid(`${field}.quantidade`, `O campo ${field}.quantidade deve ser um número, como 1 ou 0,500.`);
  }
  return {
    productId: existingId(item.id),
    price: readMoney(`${field}.valor`, item.valor),
    quantity,
  };
}

export function readFilter(
  body: FilterBody,
  personId: number,
  { time, now }: { readonly time: LocalTime; readonly now: number },
): SalesQuery {
  const saleId = existingId(body.intencaoVendaId);
  const { from, until } = readPeriod(body, time);
  const today = body.vendasDia === true ? time.startOfDay(time.day(now)) : undefined;
  return {
    personId,
    ids: saleId === undefined ? undefined : [saleId],
    methodId: existingId(body.formaPagamentoId),
    terminalId: existingId(body.terminalId),
    statuses: readStatuses(body.status),
    reference: body.referencia?.trim() || undefined,
    integrationId: body.integracaoId || undefined,
    orderId: existingId(body.pedidoId),
    from: today === undefined ? from : Math.max(today, from ?? today),
    until,
  };
}

export function readSalesPage({ pagina, tamanho }: FilterBody): Omit<SalePage, 'beforeId'> {
  const limit = tamanho || MAX_LISTED;
  return { limit, offset: (Math.max(pagina ?? 1, 1) - 1) * limit };
}
