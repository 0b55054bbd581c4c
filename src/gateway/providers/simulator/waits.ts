/** Waits that can all be ended at once. A thousand at the same time cost no more each than one does. */
export interface Waits {
  /** Resolves with true after that many milliseconds, with false as soon as all waits are ended; then at once. */
  wait(ms: number): Promise<boolean>;
  end(): void;
}

export function createWaits(sleep: (ms: number) => Promise<unknown>): Waits {
  const giveUps = new Set<() => void>();
  let ended = false;
  return {
    wait: (ms) =>
      new Promise((resolve, reject) => {
        if (ended) return resolve(false);
        const giveUp = () => resolve(false);
        giveUps.add(giveUp);
        sleep(ms)
          .then(() => resolve(true), reject)
          .finally(() => giveUps.delete(giveUp));
      }),
    end: () => {
      ended = true;
      for (const giveUp of giveUps) giveUp();
      giveUps.clear();
    },
  };
}
