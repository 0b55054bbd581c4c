/** Keys of one query. */
const MAX_KEYS = 200;

interface Pending<Key, Found> {
  readonly key: Key;
  resolve(found: Found | undefined): void;
  reject(error: unknown): void;
}

/**
 * Lets concurrent requests share queries: keys that are asked for while a query runs go into the next one, so that any number
 * of requests has at most one query of its kind under way. Each key is read after it was asked for. A query that fails
 * fails for all of its keys. A key may stand in a query more than once.
 */
export function groupReads<Key, Found>(
  read: (keys: readonly Key[]) => Promise<{ get(key: Key): Found | undefined }>,
): (key: Key) => Promise<Found | undefined> {
  const waiting: Pending<Key, Found>[] = [];
  let running = false;
  const readNext = async (): Promise<void> => {
    const batch = waiting.splice(0, MAX_KEYS);
    try {
      const found = await read(filled([...new Set(batch.map(({ key }) => key))]));
      for (const { key, resolve } of batch) resolve(found.get(key));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
    running = waiting.length > 0;
    if (running) setImmediate(readNext);
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (running) return;
      running = true;
      // Requests that were read in the same turn of the event loop share a query.
      setImmediate(readNext);
    });
}

/** To the next power of two, with the first key: a database then prepares a few statements, and not one for each number of keys. */
function filled<Key>(keys: readonly Key[]): readonly Key[] {
  const [first] = keys;
  if (first === undefined) return keys;
  const size = Math.min(MAX_KEYS, 2 ** Math.ceil(Math.log2(keys.length)));
  return [...keys, ...Array.from({ length: size - keys.length }, () => first)];
}
