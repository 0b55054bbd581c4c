/** Lets work that must run alone and work that may run beside its like take turns, first come, first served. */
export interface Turns {
  /** Runs when everything before it has ended; nothing runs beside it. */
  alone<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs when everything before it that must run alone has ended. */
  together<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Resolves when everything that was asked for so far has ended. */
  ended(): Promise<void>;
}

export function createTurns(): Turns {
  let lastAlone: Promise<unknown> = Promise.resolve();
  let everything: Promise<unknown> = lastAlone;
  const ended = (result: Promise<unknown>): Promise<unknown> => result.catch(() => undefined);
  return {
    alone: (run) => {
      const result = everything.then(run);
      lastAlone = ended(result);
      everything = lastAlone;
      return result;
    },
    together: (run) => {
      const result = lastAlone.then(run);
      everything = Promise.all([everything, ended(result)]);
      return result;
    },
    ended: async () => {
      await everything;
    },
  };
}
