/** Counts the requests that are held open for a key. */
export interface HeldRequests {
  /** Returns the function that ends this request; undefined if `most` are already held for this key. */
  start(key: number): (() => void) | undefined;
}

export function createHeldRequests(most: number): HeldRequests {
  const held = new Map<number, number>();
  return {
    start: (key) => {
      const count = held.get(key) ?? 0;
      if (count >= most) return undefined;
      held.set(key, count + 1);
      return () => {
        const left = (held.get(key) ?? 1) - 1;
        if (left > 0) held.set(key, left);
        else held.delete(key);
      };
    },
  };
}
