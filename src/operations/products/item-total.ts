import { QUANTITY_PLACES } from './product.ts';

const ONE = 10 ** QUANTITY_PLACES;

/** The total, in centavos and rounded half up, of a quantity (ten-thousandths) at a price (centavos). */
export function itemTotal({
  price,
  quantity,
}: {
  readonly price: number;
  readonly quantity: number;
}): number {
  return Number((BigInt(price) * BigInt(quantity) * 2n + BigInt(ONE)) / (2n * BigInt(ONE)));
}
