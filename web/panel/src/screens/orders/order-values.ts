import type { NewOrderBody } from '../../../../../src/panel/orders/schema.ts';
import { quantityOf } from '../products/quantity.ts';

/** A line of an order that is being typed. */
export interface OrderedProduct {
  readonly productId: number;
  readonly name: string;
  /** Of one, in centavos; null while nothing is typed. */
  readonly price: number | null;
  /** In units, as typed. */
  readonly quantity: string | number;
}

const PIECE = 10_000;

export function totalOfOrder(items: readonly OrderedProduct[]): number {
  return items.reduce(
    (sum, { price, quantity }) =>
      sum + Math.round(((price ?? 0) * (quantityOf(quantity).scaled ?? 0)) / PIECE),
    0,
  );
}

export function missingOfOrder(items: readonly OrderedProduct[]) {
  const ofItems = items.flatMap(({ productId, price, quantity }) => [
    [`quantity ${productId}`, (quantityOf(quantity).scaled ?? 0) > 0 ? undefined : 'Informe quantos.'],
    [`price ${productId}`, price === null ? 'Informe o preço.' : undefined],
  ]);
  return {
    items: items.length === 0 ? 'Escolha ao menos um produto.' : undefined,
    ...(Object.fromEntries(ofItems) as Readonly<Record<string, string | undefined>>),
  };
}

export function orderBody(values: {
  readonly reference: string;
  readonly note: string;
  readonly items: readonly OrderedProduct[];
}): NewOrderBody {
  return {
    reference: values.reference,
    note: values.note,
    items: values.items.map(({ productId, price, quantity }) => ({
      productId,
      quantity: quantityOf(quantity).scaled ?? 0,
      price: price ?? 0,
    })),
  };
}
