import { QUANTITY_PLACES } from './product.ts';

const ONE = 10 ** QUANTITY_PLACES;

/** What one quantity (ten-thousandths) of one price (centavos) comes to, rounded half up, in centavos. */
export function itemTotal({
  price,
  quantity,
}: {
  readonly price: number;
  readonly quantity: number;
}): number {
  return Number((BigInt(price) * BigInt(quantity) * 2n + BigInt(ONE)) / (2n * BigInt(ONE)));
}
