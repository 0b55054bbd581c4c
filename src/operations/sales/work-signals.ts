import { createHolds, type Holds } from './holds.ts';

/** Requests of one person that wait at once until a payment client takes their sale; one more is answered at once. */
const MAX_HELD_PER_PERSON = 50;

/** Wakes, in this process, whoever waits for work of a terminal or for a change of a payment. */
export interface WorkSignals {
  wake(key: string): void;
  /** Resolves when it is woken, after `ms`, or at once when everything stops. */
  wait(key: string, ms: number): Promise<void>;
  readonly stopped: boolean;
  /** The requests of each person that wait for a payment client. */
  readonly heldSales: Holds;
  /** Ends all waits, and lets nobody wait any more. */
  stop(): void;
}

export function createWorkSignals(): WorkSignals {
  const waiting = new Map<string, Set<() => void>>();
  let stopped = false;
  const wake = (key: string) => {
    for (const end of waiting.get(key) ?? []) end();
  };
  return {
    heldSales: createHolds(MAX_HELD_PER_PERSON),
    wake,
    wait: (key, ms) =>
      new Promise((resolve) => {
        if (stopped || ms <= 0) return resolve();
        const others = waiting.get(key) ?? new Set();
        waiting.set(key, others);
        const end = () => {
          clearTimeout(timer);
          others.delete(end);
          if (others.size === 0) waiting.delete(key);
          resolve();
        };
        const timer = setTimeout(end, ms);
        others.add(end);
      }),
    get stopped() {
      return stopped;
    },
    stop: () => {
      stopped = true;
      for (const key of [...waiting.keys()]) wake(key);
    },
  };
}

export const workOf = (terminalId: number): string => `terminal ${terminalId}`;
export const changeOf = (paymentId: number): string => `payment ${paymentId}`;
