import { setTimeout as sleep } from 'node:timers/promises';
import { createChance } from './chance.ts';
import { type KeptCardWorld, keepAndUse } from './keep-card.ts';
import { planKeptCard } from './kept-card.ts';
import { planLink } from './link.ts';
import { goOn, type MerchantWorld, type Sold, sell } from './merchant.ts';
import { planOrder } from './order.ts';
import { type LinkWorld, payByLink } from './pay-by-link.ts';

/** Concurrent orders: enough to be interrupted by each kill, few enough for two cores. */
const HANDS = 24;
const LONGEST_PAUSE_MS = 60;
/** Orders that wait for their next step; further ones are left as they are. */
const MAX_WAITING = 400;
/** Probability that a worker continues a waiting order instead of starting a new one. */
const GOES_ON = 0.6;
/** What a hand begins. */
const BEGINS = { order: 7, link: 2, card: 2 } as const;

/** The load of merchants, which continues whatever happens to the service. */
export interface Crowd {
  readonly begun: () => Readonly<Record<keyof typeof BEGINS, number>>;
  /** Starts nothing new; resolves when all started work has ended. */
  stop(): Promise<void>;
}

export function startCrowd(
  world: MerchantWorld & LinkWorld & KeptCardWorld,
  seed: number,
  receivers: number,
): Crowd {
  const chance = createChance(seed, 'crowd');
  const waiting: Sold[] = [];
  const begun = { order: 0, link: 0, card: 0 };
  const among = { merchants: world.apis.length, receivers };
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
    const kind = chance.weighted(BEGINS);
    begun[kind] += 1;
    const referenceId = `${kind}-${begun[kind]}`;
    const own = createChance(seed, referenceId);
    switch (kind) {
      case 'order':
        return keep(await sell(world, planOrder(own, referenceId, among)));
      case 'link':
        return payByLink(world, planLink(own, referenceId, among));
      case 'card':
        return keepAndUse(world, planKeptCard(own, referenceId, among));
    }
  };
  const hands = Array.from({ length: HANDS }, async () => {
    while (!isStopped) {
      await work();
      await sleep(chance.between(0, LONGEST_PAUSE_MS));
    }
  });
  return {
    begun: () => begun,
    stop: async () => {
      isStopped = true;
      await Promise.all(hands);
    },
  };
}
