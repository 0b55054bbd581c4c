/** Some clients send the filters of a list as arrays, empty ones for every other field: `[5, 10]` is `5,10`. */
export function listsAsTexts(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]),
  );
}
