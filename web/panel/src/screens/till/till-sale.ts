import type { ProductRow } from '../../../../../src/panel/products/schema.ts';

const ONE = 10_000;
/** The most centavos that are typed: R$ 9.999.999,99. */
const MAX_TYPED = 999_999_999;

/** A product in the basket. Money in centavos. */
export interface BasketItem {
  readonly product: ProductRow;
  /** Whole ones. */
  readonly count: number;
  /** Typed at the sale, for a product of open value. */
  readonly price: number;
}

export function itemsTotal(items: readonly BasketItem[]): number {
  return items.reduce((sum, { count, price }) => sum + count * price, 0);
}

/** One more of a product; an open value makes a line of its own each time. */
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

/** As the interface takes them. */
export function askedItems(items: readonly BasketItem[]) {
  return items.map(({ product, count, price }) => ({
    productId: product.id,
    quantity: count * ONE,
    ...(product.price === null ? { price } : {}),
  }));
}

/** Centavos in what was typed: only its digits count, as on a pin pad. */
export function typedCents(text: string): number {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '');
  return Math.min(Number(digits === '' ? '0' : digits.slice(0, 12)), MAX_TYPED);
}
