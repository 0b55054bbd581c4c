import { setTimeout as sleep } from 'node:timers/promises';
import { createChance } from './chance.ts';
import { goOn, type MerchantWorld, type Sold, sell } from './merchant.ts';
import { planOrder } from './order.ts';

/** Orders being worked on at a time: enough to be caught in the middle, few enough for two cores. */
const HANDS = 24;
const LONGEST_PAUSE_MS = 60;
/** Orders that wait for their next step; those beyond are left as they are. */
const MAX_WAITING = 400;
/** How often a hand takes up an order that waits instead of a new one. */
const GOES_ON = 0.6;

/** Merchants at work: on and on, whatever happens to the service. */
export interface Crowd {
  readonly orders: () => number;
  /** Nothing new is begun; resolves when all that was begun has come to its end. */
  stop(): Promise<void>;
}

export function startCrowd(world: MerchantWorld, seed: number, receivers: number): Crowd {
  const chance = createChance(seed, 'crowd');
  const waiting: Sold[] = [];
  let orders = 0;
  let isStopped = false;

  const keep = (sold: Sold | undefined): void => {
    if (sold && waiting.length < MAX_WAITING) waiting.push(sold);
  };
  const work = async (): Promise<void> => {
    if (waiting.length > 0 && chance.happens(GOES_ON)) {
      const [sold] = waiting.splice(chance.between(0, waiting.length - 1), 1);
      if (sold) keep(await goOn(world, sold));
      return;
    }
    orders += 1;
    const referenceId = `o${orders}`;
    const plan = planOrder(createChance(seed, referenceId), referenceId, {
      merchants: world.apis.length,
      receivers,
    });
    keep(await sell(world, plan));
  };
  const hands = Array.from({ length: HANDS }, async () => {
    while (!isStopped) {
      await work();
      await sleep(chance.between(0, LONGEST_PAUSE_MS));
    }
  });
  return {
    orders: () => orders,
    stop: async () => {
      isStopped = true;
      await Promise.all(hands);
    },
  };
}
