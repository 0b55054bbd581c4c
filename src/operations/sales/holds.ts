/** Counts the requests that are held open for a key. */
export interface Holds {
  /** Undefined: `most` are held for this key. Otherwise what ends this one. */
  start(key: number): (() => void) | undefined;
}

export function createHolds(most: number): Holds {
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
