import type { Product } from '../../products/index.ts';
import { itemTotal } from '../../quantity.ts';
import { invalid } from '../record/refusals.ts';

/** A product as a request names it; undefined is the default product. */
export interface RequestedItem {
  readonly productId: number | undefined;
  /** Centavos. */
  readonly price: number | undefined;
  /** Ten-thousandths. */
  readonly quantity: number;
}

export interface PricedItem {
  readonly product: Product;
  readonly price: number;
  readonly quantity: number;
}

/**
 * Prices the items of a sale. Where the terminal allows another total, a product's fixed price replaces the price sent;
 * elsewhere a different price is refused. A sale by its value alone has no items. Refusal: field_invalid.
 */
export function priceItems(
  request: readonly RequestedItem[],
  products: { readonly byId: ReadonlyMap<number, Product>; readonly usual: Product },
  terms: { readonly total: number | undefined; readonly mayDiffer: boolean },
): readonly PricedItem[] {
  if (request.length === 0) {
    if (terms.total === undefined) {
      throw invalid('total', 'Envie {total} ou {items}.');
    }
    return [];
  }
  const items = request.map((item, index) => priceItem(item, index, products, terms.mayDiffer));
  const sum = items.reduce((total, item) => total + itemTotal(item), 0);
  if (terms.total !== undefined && terms.total !== sum) {
    throw invalid('total', 'O campo {total} deve ser a soma de {items}.');
  }
  return items;
}

function priceItem(
  { productId, price, quantity }: RequestedItem,
  index: number,
  { byId, usual }: { readonly byId: ReadonlyMap<number, Product>; readonly usual: Product },
  mayDiffer: boolean,
): PricedItem {
  const field = `items[${index}]`;
  const product = productId === undefined ? usual : byId.get(productId);
  if (!product)
    throw invalid(`${field}.productId`, `Produto ${productId} não encontrado ({${field}.productId}).`);
  if (product.status === 'inactive')
    throw invalid(`${field}.productId`, `O produto ${product.id} está inativo.`);
  if (quantity <= 0) {
    throw invalid(`${field}.quantity`, `O campo {${field}.quantity} deve ser maior que zero.`);
  }
  if (product.price === undefined && price === undefined) {
    throw invalid(`${field}.price`, `Envie {${field}.price}: o produto ${product.id} tem valor aberto.`);
  }
  const differs = product.price !== undefined && price !== undefined && price !== product.price;
  if (differs && !mayDiffer) {
    throw invalid(`${field}.price`, `O campo {${field}.price} difere do valor do produto ${product.id}.`);
  }
  return { product, price: product.price ?? price ?? 0, quantity };
}
