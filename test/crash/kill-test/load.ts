import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { planGatewaySale } from './gateway-sale.ts';
import { planLink } from './link.ts';
import { type LinkPaying, payByLink } from './pay-by-link.ts';
import { planPix } from './pix/pix-plan.ts';
import { type PixSelling, sellByPix } from './pix/sell-by-pix.ts';
import { createRandom } from './random.ts';
import { continueSale, type GatewaySelling, type PlacedSale, sell } from './sell-by-gateway.ts';
import { type SlipSelling, sellBySlip } from './slips/sell-by-slip.ts';
import { planSlip } from './slips/slip-plan.ts';
import { type CardStoring, storeAndUse } from './store-card.ts';
import { planStoredCard } from './stored-card.ts';

import { chargeByRecurrence, sellAtTills, type TillSelling } from './till/sell-at-till.ts';
import { planRecurrence, planTill } from './till/till-plan.ts';
import { ROUTED_MERCHANT } from './two-acquirers/routes.ts';
import type { SecondAcquirer } from './two-acquirers/second-acquirer.ts';

/** Concurrent workers: enough to be interrupted by each kill, few enough for two cores. */
export const MANY_WORKERS = 24;
/** In the suite: they share the machine with other tests, and each kill still interrupts some. */
export const FEW_WORKERS = 10;
const LONGEST_PAUSE_MS = 60;
/** Sales that wait for their next step; further ones are left as they are. */
const MAX_WAITING = 400;
/** Probability that a worker continues a waiting sale instead of beginning something new. */
const CONTINUE_PROBABILITY = 0.6;
/** What a worker begins. */
const START_WEIGHTS = {
  sale: 7,
  routed: 0,
  link: 2,
  card: 2,
  till: 4,
  recurrence: 2,
  pix: 5,
  slip: 4,
} as const;
const MOSTLY_TILLS = {
  sale: 1,
  routed: 0,
  link: 1,
  card: 1,
  till: 20,
  recurrence: 1,
  pix: 1,
  slip: 1,
} as const;
/** Of sales at the merchant with two acquirers, where there is one: every fifth or so is tried at the second one. */
const OFTEN_ROUTED = { routed: 10 } as const;

/** The load of merchants, which continues whatever happens to the service. */
export interface Load {
  readonly begun: () => Readonly<Record<keyof typeof START_WEIGHTS, number>>;
  /** Starts nothing new; resolves when all started work has ended. */
  stop(): Promise<void>;
}

export function startLoad(
  testBed: GatewaySelling &
    LinkPaying &
    CardStoring &
    TillSelling &
    PixSelling &
    SlipSelling & { readonly secondAcquirer: SecondAcquirer | undefined },
  {
    seed,
    receivers,
    workers,
    pinPads: mostlyPinPads,
  }: {
    readonly seed: number;
    readonly receivers: number;
    readonly workers: number;
    readonly pinPads: boolean;
  },
): Load {
  const random = createRandom(seed, 'load');
  const waiting: PlacedSale[] = [];
  const begun = { sale: 0, routed: 0, link: 0, card: 0, till: 0, recurrence: 0, pix: 0, slip: 0 };
  const among = { merchants: testBed.apis.length, receivers };
  const weights = {
    ...(mostlyPinPads ? MOSTLY_TILLS : START_WEIGHTS),
    ...(testBed.secondAcquirer && OFTEN_ROUTED),
  };
  const { terminalIds, clientIds } = testBed.till;
  const [terminals, clients] = [terminalIds.length, clientIds.length];
  const late = { hurry: new AbortController(), paying: [] as Promise<unknown>[] };
  setMaxListeners(0, late.hurry.signal);
  const byPix = { ...testBed, late: { hurry: late.hurry.signal, paying: late.paying } };
  let isStopped = false;

  const keep = (placed: PlacedSale | undefined): void => {
    if (placed && waiting.length < MAX_WAITING) waiting.push(placed);
  };
  const work = async (): Promise<void> => {
    if (waiting.length > 0 && random.happens(CONTINUE_PROBABILITY)) {
      const [placed] = waiting.splice(random.between(0, waiting.length - 1), 1);
      if (placed) keep(await continueSale(testBed, placed));
      return;
    }
    const kind = random.weighted<keyof typeof START_WEIGHTS>(weights);
    begun[kind] += 1;
    const referenceId = `${kind}-${begun[kind]}`;
    const own = createRandom(seed, referenceId);
    switch (kind) {
      case 'sale':
        return keep(await sell(testBed, planGatewaySale(own, referenceId, among)));
      case 'routed':
        return keep(await sell(testBed, planGatewaySale(own, referenceId, among, ROUTED_MERCHANT)));
      case 'link':
        return payByLink(testBed, planLink(own, referenceId, among));
      case 'card':
        return storeAndUse(testBed, planStoredCard(own, referenceId, among));
      case 'till':
        return sellAtTills(testBed, planTill(own, referenceId, { terminals, clients, mostlyPinPads }));
      case 'recurrence':
        return chargeByRecurrence(testBed, planRecurrence(own, referenceId, clients));
      case 'pix':
        return sellByPix(byPix, planPix(own, referenceId, among), own.next);
      case 'slip':
        return sellBySlip(testBed, planSlip(own, referenceId, among));
    }
  };
  const working = Array.from({ length: workers }, async () => {
    while (!isStopped) {
      await work();
      await sleep(random.between(0, LONGEST_PAUSE_MS));
    }
  });
  return {
    begun: () => begun,
    stop: async () => {
      isStopped = true;
      await Promise.all(working);
      late.hurry.abort();
      await Promise.all(late.paying);
    },
  };
}
