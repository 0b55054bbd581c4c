import { createTryLimits, type HeldLimit, noTryLimits } from '../../gateway/checkout/index.ts';
import type { Payments } from '../../gateway/payments/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { METRICS } from '../observability/metric-catalogue.ts';
import type { RoomParts } from '../room.ts';
import { findShop } from './shop.ts';

const UNKNOWN_SHOP = {
  name: '',
  document: undefined,
  pictureUrl: undefined,
  colour: undefined,
  pixDiscount: 0,
  takesPayments: false,
} as const;

/** Finds whose page it is. */
export function shopOfPages(parts: RoomParts) {
  return async (id: number) => (await findShop(parts, id)) ?? UNKNOWN_SHOP;
}

/** What the pages need on which buyers pay. */
export function hostedPages(parts: RoomParts, payments: Payments, time: LocalTime) {
  const { config, metrics, log } = parts;
  const { clock, database } = parts.rooms;
  const heldTries = metrics.counter(METRICS.heldTries);
  return {
    payments,
    limits: parts.limitsTries
      ? createTryLimits({ database, clock, onError: (error) => log.error({ err: error }, 'tries on pages') })
      : noTryLimits,
    clock,
    time,
    sandbox: config.mode === 'sandbox',
    checkDocuments: config.checkDocuments,
    shopOf: shopOfPages(parts),
    onHeld: (limit: HeldLimit) => heldTries.inc({ limit }),
  };
}
