import type { Static } from 'typebox';
import type { Person } from '../../../accounts/persons/index.ts';
import type { LocalTime } from '../../../platform/time/clock.ts';
import { amountText, moneyFields } from '../../interface/amount.ts';
import { orderStatusName, type SalesOrder } from '../../orders/index.ts';
import { PAYMENT_METHODS } from '../../payment-methods/index.ts';
import { ONE_PIECE } from '../../quantity.ts';
import type { SaleDetails } from '../listing/read.ts';
import {
  type ExternalPayment,
  PAYMENT_ORIGIN,
  type PaymentOrigin,
  paymentResultOf,
  paymentStatusName,
} from '../record/external-payment.ts';
import { type SaleItem, saleStatusName } from '../record/sale.ts';
import type { DetailedPaymentRecord, ListedSaleRecord, PaymentRecord, SaleRecord } from './schema.ts';

/** How times are written. */
export interface SaleTimes {
  readonly local: LocalTime;
}

interface Shown {
  readonly times: SaleTimes;
  thumbnailUrl(photoId: string): string;
}

/**
 * A sale in the answers of Vender, CancelarVenda and GetById. Fields, types and quirks are those of the original
 * service.
 */
export function writeSale(
  details: SaleDetails,
  seller: Person,
  { times, thumbnailUrl }: Shown,
): Static<typeof SaleRecord> {
  const payments = details.payments.map((payment) => ({
    ...writePayment(payment, times),
    ...writeReceipts(payment),
  }));
  return {
    ...writeCommon(details, times),
    pagamentosExterno: payments,
    pagamentosExternos: payments,
    data: times.local.brazilian(details.sale.createdAt),
    dataAtualizacao: times.local.brazilian(details.sale.updatedAt),
    ...writeSeller(details, seller, thumbnailUrl),
    gate2allToken: details.charge?.transactionId ?? details.charge?.formId ?? null,
    produtos: details.items.map(writeItem),
  };
}

/** A sale in lists: times without seconds, and the seller. */
export function writeListedSale(
  details: SaleDetails,
  seller: Person,
  { times, thumbnailUrl }: Shown,
): Static<typeof ListedSaleRecord> {
  const { sale } = details;
  const minute = (at: number) => times.local.brazilian(at).slice(0, 16);
  return {
    ...writeCommon(details, times),
    data: minute(sale.createdAt),
    dataAtualizacao: minute(sale.updatedAt),
    ...writeSeller(details, seller, thumbnailUrl),
  };
}

function writeSeller(
  { operatorName }: SaleDetails,
  { id, name, tradeName, photoId }: Person,
  thumbnailUrl: Shown['thumbnailUrl'],
) {
  return {
    latitude: '0',
    longitude: '0',
    vendedor: {
      id,
      nomeRazaoSocial: name,
      sobrenomeNomeFantasia: tradeName ?? null,
      fotoThumbnail: photoId === undefined ? null : thumbnailUrl(photoId),
      parceiro: null,
    },
    // A text: strict clients would not take an object.
    operador: operatorName ?? null,
  };
}

function writeCommon({ sale, payments, terminalName, order, charge }: SaleDetails, times: SaleTimes) {
  const written = payments.map((payment) => writePayment(payment, times));
  return {
    id: sale.id,
    referencia: sale.reference ?? null,
    token: sale.token,
    hora: times.local.brazilian(sale.createdAt).slice(11, 19),
    quantidade: sale.quantity / ONE_PIECE,
    ...moneyFields('valorOriginal', sale.originalValue),
    ...moneyFields('valorAcrescimo', sale.surcharge),
    ...moneyFields('valorDesconto', sale.discount),
    ...moneyFields('valorFinal', sale.finalValue),
    quantidadeParcelas: sale.installments,
    urlPagamento: charge?.pageUrl ?? null,
    formaPagamento: writeMethod(sale.methodId),
    terminal: { id: sale.terminalId, nome: terminalName },
    // Deployed clients read both spellings.
    pagamentosExterno: written,
    pagamentosExternos: written,
    intencaoVendaStatus: { id: sale.status, nome: saleStatusName(sale.status) },
    // Strict clients expect a text or null: an object would break them.
    cliente: null,
    pedido: order ? writeOrderOfSale(order) : null,
  };
}

function writeOrderOfSale(order: SalesOrder) {
  return {
    id: order.id,
    referencia: order.reference ?? null,
    pedidoStatus: { id: order.status, nome: orderStatusName(order.status) },
  };
}

function writeMethod(methodId: number) {
  const method = PAYMENT_METHODS.find(({ id }) => id === methodId);
  return {
    id: methodId,
    nome: method?.name ?? '',
    modalidade: method?.modality ?? '',
    fluxoPagamento: { id: method?.flow.id ?? 0, nome: method?.flow.name ?? '' },
  };
}

function writeItem({ position, productId, name, quantity, price }: SaleItem) {
  return {
    itemProdutoId: position,
    id: productId,
    nome: name,
    quantidade: String(quantity / ONE_PIECE).replace('.', ','),
    valor: amountText(price),
  };
}

/** On the wire. The original service says 10 (TEF web) of every payment at a terminal. */
const ORIGINS: Readonly<Record<PaymentOrigin, number>> = {
  [PAYMENT_ORIGIN.administrative]: 1,
  [PAYMENT_ORIGIN.terminal]: 10,
  [PAYMENT_ORIGIN.gateway]: 15,
};

/** Texts are never null: clients print them as they are. */
export function writePayment(payment: ExternalPayment, times: SaleTimes): Static<typeof PaymentRecord> {
  const result = paymentResultOf(payment);
  return {
    id: payment.id,
    tipo: payment.type,
    origem: ORIGINS[payment.origin],
    // Clients read a number in it where the gateway paid; a Pix has an id of its own.
    idPagamento: result.paymentId ?? (payment.origin === PAYMENT_ORIGIN.gateway ? String(payment.id) : ''),
    // Of a gateway's payment the acquirer's TID: fiscal notes take the number of the payment from here.
    nsuTid: result.terminalNsu ?? '',
    trnNsu: result.nsu ?? '',
    autorizacao: result.authorization ?? '',
    adquirente: result.acquirer ?? '',
    bandeira: result.brand ?? '',
    codigoRespostaAdquirente: result.acquirerCode ?? '',
    codigoRespostaExecTransac: result.executionCode ?? '',
    mensagemRespostaAdquirente: result.message ?? '',
    idConfirmacao: result.confirmationId ?? '',
    dataAdquirente:
      result.acquirerTime === undefined ? '' : times.local.brazilian(result.acquirerTime).slice(0, 16),
    dataAtualizacao: times.local.brazilian(payment.updatedAt).slice(0, 16),
    respostaAdquirente: result.acquirerResponse ?? '',
    comprovanteAdquirente: result.acquirerReceipt ?? '',
    nomeTitularCartao: result.holderName ?? '',
    tipoParcelamento: payment.installmentKind,
    orderLIO: null,
    pagamentoExternoStatus: { id: payment.status, nome: paymentStatusName(payment.status) },
  };
}

/** The answer of PagamentoExterno/GetById: the receipts too, and the acquirer's time in ISO 8601. */
export function writeDetailedPayment(
  payment: ExternalPayment,
  around: { readonly seller: Person; readonly terminalName: string; readonly times: SaleTimes },
): Static<typeof DetailedPaymentRecord> {
  const result = paymentResultOf(payment);
  return {
    ...writePayment(payment, around.times),
    dataAdquirente: result.acquirerTime === undefined ? '' : around.times.local.iso(result.acquirerTime),
    ...writeReceipts(payment),
    pessoa: writePersonOfPayment(around.seller),
    terminal: { id: payment.terminalId, nome: around.terminalName },
  };
}

function writeReceipts(payment: ExternalPayment) {
  const { buyerReceipt = '', merchantReceipt = '' } = paymentResultOf(payment);
  return { comprovanteCliente: buyerReceipt, comprovanteEstabelecimento: merchantReceipt };
}

function writePersonOfPayment(person: Person) {
  return {
    id: person.id,
    nomeRazaoSocial: person.name,
    sobrenomeNomeFantasia: person.tradeName ?? null,
  };
}
