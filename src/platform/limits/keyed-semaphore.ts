/** Allows a number of concurrent tasks per key, without a queue. */
export interface KeyedSemaphore<Key> {
  /** Returns the function that releases the permit, or undefined when the key has none left. */
  tryAcquire(key: Key): (() => void) | undefined;
}

/** `permits` for each key. A key without tasks takes no memory. */
export function createKeyedSemaphore<Key>(permits: number): KeyedSemaphore<Key> {
  const taken = new Map<Key, number>();
  return {
    tryAcquire: (key) => {
      const before = taken.get(key) ?? 0;
      if (before >= permits) return undefined;
      taken.set(key, before + 1);
      let released = false;
      return () => {
        if (released) return;
        released = true;
        const left = (taken.get(key) ?? 1) - 1;
        if (left > 0) taken.set(key, left);
        else taken.delete(key);
      };
    },
  };
}
