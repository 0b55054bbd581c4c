import { amountText, readMoney } from '../interface/amount.ts';
import { existingId } from '../interface/record-id.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { type Edited, requiredText } from '../interface/texts.ts';
import type { Photos } from '../photos/index.ts';
import { QUANTITY_PLACES } from '../quantity.ts';
import { readDecimal } from './decimal.ts';
import { type Fiscal, PRODUCT_STATUSES, type Product, type ProductStatus } from './product.ts';
import type { ProductToSave } from './save.ts';
import type { ProductBody } from './schema.ts';

/** Throws a Refusal 400 for wrong values that the schema does not catch. */
export function readProduct(body: ProductBody): Omit<ProductToSave, 'personId'> {
  return {
    id: existingId(body.id),
    categoryId: existingId(body.produtoCategoria?.id) ?? existingId(body.produtoCategoriaId),
    photo: body.fotBase64,
    changes: {
      name: requiredText('nome', body.nome),
      description: body.descricao,
      reference: body.referencia,
      ean: body.ean,
      asksPrice: body.solicitaValor,
      price: body.valor === null ? null : readMoney('valor', body.valor),
      quantity: decimal('quantidade', body.quantidade, QUANTITY_PLACES),
      stockControlled: body.controlaQuantidade,
      type: body.produtoTipo,
      service: body.servico,
      status: readStatus(body.produtoStatus?.id),
      fiscal: {
        ncm: body.ncm,
        cfop: body.cfop,
        exTipi: body.extipi,
        origin: body.origem,
        taxUnit: body.unidadeTributaria,
        taxQuantity: decimal('quantidadeTributaria', body.quantidadeTributaria, QUANTITY_PLACES),
        tradeUnit: body.unidadeComercial,
        tradeQuantity: decimal('quantidadeComercial', body.quantidadeComercial, QUANTITY_PLACES),
        notes: body.informacoesComplementares,
        tax: body.produtoImposto,
      },
    },
  };
}

function decimal(field: string, sent: Edited<string>, places: number): Edited<number> {
  if (sent === undefined || sent === null) return sent;
  const read = readDecimal(sent, places);
  if (read !== undefined) return read;
  throw operationRefuse('value_invalid', {
    field,
    message: `O campo ${field} deve ser um número sem sinal, com vírgula decimal e até ${places} casas, como 12,50.`,
  });
}

function readStatus(id: number | undefined): ProductStatus | undefined {
  if (id === undefined) return undefined;
  const known = PRODUCT_STATUSES.find((status) => status.id === id);
  if (known) return known.status;
  const choices = PRODUCT_STATUSES.map((status) => `${status.id} (${status.name})`).join(' ou ');
  throw operationRefuse('value_invalid', {
    field: 'produtoStatus.id',
    message: `O campo produtoStatus.id deve ser ${choices}.`,
  });
}

/** Every field is always present, null when empty (docs/contract/decided.md 4). */
export function writeProduct(
  product: Product,
  category: { readonly id: number; readonly name: string } | undefined,
  photos: Pick<Photos, 'url' | 'thumbnailUrl'>,
) {
  const { photoId } = product;
  const { id, name } =
    PRODUCT_STATUSES.find(({ status }) => status === product.status) ?? PRODUCT_STATUSES[0];
  return {
    id: product.id,
    nome: product.name,
    descricao: product.description ?? (product.isDefault ? '' : null),
    referencia: product.reference ?? null,
    quantidade: product.quantity === undefined ? null : writeQuantity(product.quantity),
    valor: product.price === undefined ? '' : amountText(product.price),
    solicitaValor: product.price === undefined,
    controlaQuantidade: product.stockControlled,
    produtoTipo: product.type,
    servico: product.service,
    foto: photoId === undefined ? null : photos.url(photoId),
    fotoThumbnail: photoId === undefined ? null : photos.thumbnailUrl(photoId),
    ean: product.ean ?? null,
    ...writeFiscal(product.fiscal),
    produtoStatus: { id, nome: name },
    produtoCategoria: category ? { id: category.id, nome: category.name } : null,
  };
}

function writeFiscal(fiscal: Fiscal) {
  return {
    ncm: fiscal.ncm ?? null,
    cfop: fiscal.cfop ?? null,
    extipi: fiscal.exTipi ?? null,
    origem: fiscal.origin ?? null,
    unidadeTributaria: fiscal.taxUnit ?? null,
    quantidadeTributaria: writeQuantity(fiscal.taxQuantity ?? 0),
    unidadeComercial: fiscal.tradeUnit ?? null,
    quantidadeComercial: writeQuantity(fiscal.tradeQuantity ?? 0),
    informacoesComplementares: fiscal.notes ?? null,
    produtoImposto: fiscal.tax ?? null,
  };
}

function writeQuantity(scaled: number): number {
  return scaled / 10 ** QUANTITY_PLACES;
}
