/** Lets so many go on at once for each key, and nobody wait. */
export interface KeyedSemaphore<Key> {
  /** Gives what is to be called when the work has ended (once counts), or undefined when the key has no permit left. */
  tryAcquire(key: Key): (() => void) | undefined;
}

/** `permits` for each key. A key without work under way takes no memory. */
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
