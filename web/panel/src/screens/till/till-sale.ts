import type { ProductRow } from '../../../../../src/panel/products/schema.ts';

const ONE = 10_000;
/** The largest amount that can be typed: R$ 9.999.999,99. */
const MAX_TYPED = 999_999_999;

/** A product in the basket. Money in centavos. */
export interface BasketItem {
  readonly product: ProductRow;
  /** Whole units. */
  readonly count: number;
  /** Typed at the sale, for a product with an open value. */
  readonly price: number;
}

export function itemsTotal(items: readonly BasketItem[]): number {
  return items.reduce((sum, { count, price }) => sum + count * price, 0);
}

/** Adds one of a product; a product with an open value gets a new line each time. */
export function withProduct(
  items: readonly BasketItem[],
  product: ProductRow,
  price: number,
): readonly BasketItem[] {
  const known = items.find((item) => item.product.id === product.id && item.price === price);
  if (!known) return [...items, { product, count: 1, price }];
  return items.map((item) => (item === known ? { ...item, count: item.count + 1 } : item));
}

export function withCount(
  items: readonly BasketItem[],
  item: BasketItem,
  count: number,
): readonly BasketItem[] {
  if (count <= 0) return items.filter((one) => one !== item);
  return items.map((one) => (one === item ? { ...one, count } : one));
}

/** The items in the format of the API. */
export function askedItems(items: readonly BasketItem[]) {
  return items.map(({ product, count, price }) => ({
    productId: product.id,
    quantity: count * ONE,
    ...(product.price === null ? { price } : {}),
  }));
}

/** The value after keys of the till's pad, whose digits are centavos from the right. */
export function withKeys(cents: number, keys: string): number {
  return Math.min(Number(`${cents}${keys}`), MAX_TYPED);
}

/** The shop's favourites, then all others. */
export function withFavouritesFirst<Product extends { readonly id: number }>(
  favourites: readonly Product[],
  products: readonly Product[],
): readonly Product[] {
  const first = new Set(favourites.map(({ id }) => id));
  return [...favourites, ...products.filter(({ id }) => !first.has(id))];
}
