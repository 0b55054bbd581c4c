/** Quantities are stored in ten-thousandths: invoices have four decimal places. */
export const QUANTITY_PLACES = 4;
export const ONE_PIECE = 10 ** QUANTITY_PLACES;

/** The total, in centavos and rounded half up, of a quantity (ten-thousandths) at a price (centavos). */
export function itemTotal({
  price,
  quantity,
}: {
  readonly price: number;
  readonly quantity: number;
}): number {
  return Number((BigInt(price) * BigInt(quantity) * 2n + BigInt(ONE_PIECE)) / (2n * BigInt(ONE_PIECE)));
}
