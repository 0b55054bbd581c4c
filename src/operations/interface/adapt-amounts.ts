/** Members that hold an amount: as a JSON number, its point is decimal, while in a text three digits follow one of thousands. */
const AMOUNTS: ReadonlySet<string> = new Set([
  'valortotalvendido',
  'valoracrescimo',
  'valordesconto',
  'valortotalpedido',
  'valor',
]);

/** Writes amounts that were sent as numbers the way texts have them, so that 1.234 is no thousand. */
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
