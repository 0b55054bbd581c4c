/** What the till begins with: an order to be paid, and what is left of it in centavos. */
export interface TillSearch {
  readonly pedido?: number;
  readonly falta?: number;
}

export function readTillSearch(search: Record<string, unknown>): TillSearch {
  const pedido = wholeNumber(search.pedido);
  const falta = wholeNumber(search.falta);
  return { ...(pedido === undefined ? {} : { pedido }), ...(falta === undefined ? {} : { falta }) };
}

function wholeNumber(value: unknown): number | undefined {
  const number = Number(value);
  return Number.isSafeInteger(number) && number > 0 ? number : undefined;
}
