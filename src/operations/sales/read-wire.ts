import type { LocalTime } from '../../platform/index.ts';
import { existingId } from '../interface/record-id.ts';
import { QUANTITY_PLACES, readDecimal } from '../products/index.ts';
import { readAmount } from './amount.ts';
import type { AskedItem } from './price-items.ts';
import { readStatuses, type SalePage, type SalesQuery } from './read.ts';
import { invalid } from './refusals.ts';
import { INSTALLMENT_KIND } from './sale.ts';
import { type FilterBody, MAX_LISTED, type SaleBody } from './schema.ts';
import type { AskedSale } from './sell.ts';

const MAX_ITEMS = 500;
const ONE_DAY_MS = 24 * 60 * 60_000;

/** Throws a Refusal 400 for a value that its schema cannot tell is wrong. */
export function readSale(body: SaleBody, personId: number): AskedSale {
  const sold = body.produtosVendidos ?? [];
  if (sold.length > MAX_ITEMS) {
    throw invalid('produtosVendidos', `O campo produtosVendidos deve ter no máximo ${MAX_ITEMS} itens.`);
  }
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

function readItem(item: NonNullable<SaleBody['produtosVendidos']>[number], index: number): AskedItem {
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

/** Centavos. */
function readMoney(field: string, sent: string | undefined): number | undefined {
  if (sent === undefined) return undefined;
  const read = readAmount(sent);
  if (read === undefined) throw invalid(field, `O campo ${field} deve ser um valor em reais, como 26,00.`);
  return read;
}

export function readFilter(
  body: FilterBody,
  personId: number,
  { time, now }: { readonly time: LocalTime; readonly now: number },
): SalesQuery {
  const saleId = existingId(body.intencaoVendaId);
  const from = readTime('dataInicio', body.dataInicio, time);
  const until = readTime('dataFim', body.dataFim, time);
  const today = body.vendasDia === true ? time.startOfDay(time.day(now)) : undefined;
  return {
    personId,
    ids: saleId === undefined ? undefined : [saleId],
    methodId: existingId(body.formaPagamentoId),
    terminalId: existingId(body.terminalId),
    statuses: readStatusFilter(body.status),
    reference: body.referencia?.trim() || undefined,
    integrationId: body.integracaoId || undefined,
    orderId: existingId(body.pedidoId),
    from: today === undefined ? from?.at : Math.max(today, from?.at ?? today),
    until:
      until && (until.wholeDay ? time.startOfDay(time.day(until.at + ONE_DAY_MS * 1.5)) : until.at + 1_000),
  };
}

export function readSalesPage({ pagina, tamanho }: FilterBody): Omit<SalePage, 'beforeId'> {
  const limit = tamanho || MAX_LISTED;
  return { limit, offset: (Math.max(pagina ?? 1, 1) - 1) * limit };
}

function readStatusFilter(sent: string | undefined): SalesQuery['statuses'] {
  if (sent === undefined || sent.trim() === '0') return undefined;
  const read = readStatuses(sent);
  if (!read) throw invalid('status', 'O campo status deve ter números ou nomes de status, com vírgulas.');
  return read;
}

const TIME = /^(\d{2})\/(\d{2})\/(\d{4})(?: (\d{2}):(\d{2})(?::(\d{2}))?)?$/;

/** `dd/MM/yyyy HH:mm:ss`, local; the time may be missing. */
function readTime(
  field: string,
  sent: string | undefined,
  time: LocalTime,
): { readonly at: number; readonly wholeDay: boolean } | undefined {
  if (sent === undefined) return undefined;
  const [, day, month, year, hours, minutes = '0', seconds = '0'] = TIME.exec(sent.trim()) ?? [];
  const date = `${year}-${month}-${day}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const known = day !== undefined && !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date);
  const fits = Number(hours ?? 0) < 24 && Number(minutes) < 60 && Number(seconds) < 60;
  if (!known || !fits) {
    throw invalid(field, `O campo ${field} deve ser uma data como 31/01/2026 ou 31/01/2026 18:30:00.`);
  }
  const offset = ((Number(hours ?? 0) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return { at: time.startOfDay(date) + offset, wholeDay: hours === undefined };
}
