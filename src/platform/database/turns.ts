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
  let lastAlone: Promise<void> = Promise.resolve();
  let everything = lastAlone;
  // Without the result, which would be kept as long as the turn.
  const ended = (result: Promise<unknown>): Promise<void> =>
    result.then(
      () => undefined,
      () => undefined,
    );
  return {
    alone: (run) => {
      const result = everything.then(run);
      lastAlone = ended(result);
      everything = lastAlone;
      return result;
    },
    together: (run) => {
      const result = lastAlone.then(run);
      everything = ended(Promise.all([everything, ended(result)]));
      return result;
    },
    ended: () => everything,
  };
}
