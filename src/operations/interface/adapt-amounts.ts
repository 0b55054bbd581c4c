/**
 * Members that hold an amount. In a JSON number the point is the decimal separator; in a text with three digits after
 * it, it separates thousands.
 */
const AMOUNTS: ReadonlySet<string> = new Set([
  'valortotalvendido',
  'valoracrescimo',
  'valordesconto',
  'valortotalpedido',
  'valor',
]);

/** Converts amounts sent as numbers to texts, so that the number 1.234 is not read as a thousand. */
export function adaptAmounts(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(adaptAmounts);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => {
      if (typeof value === 'number' && AMOUNTS.has(name.toLowerCase())) {
        return [name, String(value).replace('.', ',')];
      }
      return [name, Array.isArray(value) ? adaptAmounts(value) : value];
    }),
  );
}
