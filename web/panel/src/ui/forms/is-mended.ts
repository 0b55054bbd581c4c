/** Whether a field (`settings.pv`) differs from what was refused; of one that has another name, whether any does. */
export function isMended(field: string, refused: object | undefined, now: object): boolean {
  if (refused === undefined) return false;
  const path = field.split('.');
  const [head = ''] = path;
  if (head in now) return valueAt(refused, path) !== valueAt(now, path);
  return Object.keys(now).some((name) => valueAt(refused, [name]) !== valueAt(now, [name]));
}

function valueAt(values: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (found, name) =>
      typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    values,
  );
}
