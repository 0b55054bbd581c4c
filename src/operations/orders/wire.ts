import type { Static } from 'typebox';
import { formatDocument, type Person } from '../../accounts/persons/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { moneyFields } from '../interface/amount.ts';
import { PAYMENT_METHODS } from '../payment-methods/index.ts';
import type { Product } from '../products/index.ts';
import { ONE_PIECE } from '../quantity.ts';
import { type OrderItem, type OrderMethod, orderStatusName } from './order.ts';
import type { OrderDetails } from './read.ts';
import type { DetailedOrderRecord, OrderRecord } from './schema.ts';

const SHOWN_NAME_CHARACTERS = 10;

export interface OrderContext {
  readonly seller: Person;
  readonly time: LocalTime;
  /** How many sales were made for it, whatever their outcome. */
  readonly sales: number;
  thumbnailUrl(photoId: string): string;
}

/** Fields, types and quirks are those of the original service. */
export function writeSalesOrder(details: OrderDetails, context: OrderContext): Static<typeof OrderRecord> {
  const { order, items, products } = details;
  const { seller, time } = context;
  return {
    id: order.id,
    referencia: order.reference ?? null,
    obs: order.note ?? null,
    data: time.brazilian(order.createdAt),
    hora: time.brazilian(order.createdAt).slice(11, 19),
    ...moneyFields('valor', order.total),
    ...moneyFields('valorAberto', order.total - order.paid - order.inPayment),
    ...moneyFields('valorOriginalPago', order.paid),
    ...moneyFields('valorOriginalEmPagamento', order.inPayment),
    tipo: 'Interno',
    quantidade: plainQuantity(items.reduce((sum, { quantity }) => sum + quantity, 0)),
    quantidadeTransacoes: context.sales,
    urlRetorno: order.callbackUrl ?? null,
    pedidoStatus: { id: order.status, nome: orderStatusName(order.status) },
    pessoa: {
      id: seller.id,
      nomeRazaoSocial: seller.name,
      sobrenomeNomeFantasia: seller.tradeName ?? null,
      cpfCnpjFormat: formatDocument(seller.document),
      email: seller.email ?? null,
    },
    produtos: items.map((item) => writeItem(item, products.get(item.productId), context)),
  };
}

/** As GetById and GetByFiltros answer; `sales` as IntencaoVenda/GetByFiltros does. */
export function writeDetailedOrder(
  details: OrderDetails,
  context: OrderContext,
  sales: readonly object[],
): Static<typeof DetailedOrderRecord> {
  return {
    ...writeSalesOrder(details, context),
    notaFiscal: null,
    intencoesVenda: [...sales],
    pedidoFormasPagamento: details.methods.map(writeMethod),
  };
}

function writeItem(
  { position, productId, name, quantity, price }: OrderItem,
  product: Product | undefined,
  { thumbnailUrl }: OrderContext,
) {
  return {
    itemProdutoId: position,
    id: productId,
    nome: name,
    descricao: product?.description ?? null,
    nomeExibe: name.slice(0, SHOWN_NAME_CHARACTERS),
    quantidade: plainQuantity(quantity),
    ...moneyFields('valor', price),
    fotoThumbnail: product?.photoId === undefined ? null : thumbnailUrl(product.photoId),
  };
}

function writeMethod({ id, methodId, maxInstallments, acquirer }: OrderMethod) {
  const method = PAYMENT_METHODS.find((one) => one.id === methodId);
  return {
    id,
    quantidadeMaximaParcelas: maxInstallments,
    adquirentePadrao: acquirer ?? null,
    formaPagamento: {
      id: methodId,
      nome: method?.name ?? '',
      modalidade: method?.modality ?? '',
      fluxoPagamento: { id: method?.flow.id ?? 0, nome: method?.flow.name ?? '' },
    },
  };
}

function plainQuantity(scaled: number): number {
  return scaled / ONE_PIECE;
}
