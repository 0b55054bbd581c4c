interface Closable {
  close(): Promise<void>;
}

/** What the files of this process share, by the function that opened it. Nothing is shared outside a group. */
let opened: Map<() => Promise<Closable>, Promise<Closable>> | undefined;

/** From now on, what the files of a group open by `openShared` stays open until the returned function is called. */
export function startSharing(): () => Promise<void> {
  const all = new Map<() => Promise<Closable>, Promise<Closable>>();
  opened = all;
  return async () => {
    opened = undefined;
    for (const one of all.values()) await (await one).close();
  };
}

/** In a group of files, the first caller opens it and later ones get the same one, unless it is `broken` since. */
export async function openShared<T extends Closable>(
  open: () => Promise<T>,
  broken: (one: T) => boolean,
): Promise<T> {
  if (!opened) return open();
  const earlier = (await opened.get(open)) as T | undefined;
  if (earlier && broken(earlier)) {
    opened.delete(open);
    await earlier.close();
  }
  const one = opened.get(open) ?? open();
  opened.set(open, one);
  return { ...((await one) as T), close: async () => undefined };
}
