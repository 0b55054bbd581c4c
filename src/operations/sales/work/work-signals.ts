import { createHeldRequests, type HeldRequests } from '../../interface/held-requests.ts';

/**
 * Concurrent requests of one person that may wait for a payment client to take their sale; any further one is answered
 * at once.
 */
const MAX_HELD_PER_PERSON = 50;
/** Concurrent charges of kept cards of one person; a job makes any further one, after its sale was answered. */
const MAX_CHARGING_PER_PERSON = 50;

/** Wakes, within this process, requests that wait for work of a terminal or for a change of a payment. */
export interface WorkSignals {
  wake(key: string): void;
  /** True when the key was woken, also by the end of the service; false after `ms`. */
  wait(key: string, ms: number): Promise<boolean>;
  readonly stopped: boolean;
  /** The requests of each person that wait for a payment client. */
  readonly heldSales: HeldRequests;
  /** The requests of each person that wait for an acquirer to charge a kept card. */
  readonly chargingSales: HeldRequests;
  /** Ends all waits; later waits return at once. */
  stop(): void;
}

export function createWorkSignals(): WorkSignals {
  const waiting = new Map<string, Set<(isWoken: boolean) => void>>();
  let stopped = false;
  const wake = (key: string) => {
    for (const end of waiting.get(key) ?? []) end(true);
  };
  return {
    heldSales: createHeldRequests(MAX_HELD_PER_PERSON),
    chargingSales: createHeldRequests(MAX_CHARGING_PER_PERSON),
    wake,
    wait: (key, ms) =>
      new Promise((resolve) => {
        if (stopped || ms <= 0) return resolve(stopped);
        const others = waiting.get(key) ?? new Set();
        waiting.set(key, others);
        const end = (isWoken: boolean) => {
          clearTimeout(timer);
          others.delete(end);
          if (others.size === 0) waiting.delete(key);
          resolve(isWoken);
        };
        const timer = setTimeout(end, ms, false);
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
