/** Things that one user at a time may have. */
export interface Queue<Thing> {
  /** Waits until one is free, and gives it back afterwards. */
  using<Result>(work: (thing: Thing) => Promise<Result>): Promise<Result>;
}

export function createQueue<Thing>(things: readonly Thing[]): Queue<Thing> {
  const free = [...things];
  const waiting: ((thing: Thing) => void)[] = [];

  const take = (): Promise<Thing> => {
    const thing = free.pop();
    return thing === undefined ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve(thing);
  };
  const giveBack = (thing: Thing): void => {
    const next = waiting.shift();
    if (next) next(thing);
    else free.push(thing);
  };
  return {
    async using(work) {
      const thing = await take();
      try {
        return await work(thing);
      } finally {
        giveBack(thing);
      }
    },
  };
}
