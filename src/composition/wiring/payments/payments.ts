import type { CardData } from '../../../gateway/card-data/index.ts';
import { intentionExpiry } from '../../../gateway/intentions/index.ts';
import { createCardTries } from '../../../gateway/kinds/card/index.ts';
import { KEPT_NOWHERE } from '../../../gateway/kinds/index.ts';
import type { Pix } from '../../../gateway/kinds/pix/index.ts';
import type { Slips } from '../../../gateway/kinds/slip/index.ts';
import { createPayments, type Payments } from '../../../gateway/payments/index.ts';
import type { StoredCards } from '../../../gateway/stored-cards/index.ts';
import {
  createIdempotency,
  createIntentionStore,
  createUnstoredOutcomes,
} from '../../../gateway/transactions/index.ts';
import { createDerivedTokens } from '../../../platform/derived-tokens.ts';
import { uuidMaker } from '../../../platform/ids.ts';
import type { Job } from '../../../platform/jobs/index.ts';
import { localTime } from '../../../platform/time/clock.ts';
import { measureCardTries } from '../../observability/card-tries-metrics.ts';
import type { RoomParts } from '../../room.ts';
import type { SalesParts } from '../sales-parts.ts';

/** As `createIdempotency` makes them. */
export type IdempotencyKeys = ReturnType<typeof createIdempotency>;

/** Payments, and the keys by which merchants repeat their calls. */
export function openPayments(
  parts: RoomParts,
  {
    sales,
    pix,
    slips,
    cardData,
    storedCards,
  }: {
    readonly sales: SalesParts;
    readonly pix: Pix;
    readonly slips: Slips;
    readonly cardData: CardData;
    readonly storedCards: StoredCards;
  },
): { readonly payments: Payments; readonly idempotency: IdempotencyKeys; readonly jobs: readonly Job[] } {
  const { config, rooms, log, instance } = parts;
  const { clock, database, accounts } = rooms;
  const unstored = createUnstoredOutcomes();
  const idempotency = createIdempotency({
    leftOut: KEPT_NOWHERE,
    unstored,
    database,
    transactions: rooms.transactions,
    vault: rooms.vault,
    clock,
    holder: instance.id,
    isAlive: instance.isAlive,
  });
  const intentions = createIntentionStore(database);
  const tries = createCardTries({ database, clock, time: localTime(config.timeZone) });
  const payments = createPayments({
    ...sales,
    acquirers: sales.routes,
    pix,
    slips,
    intentions,
    storedCards,
    tries,
    retryGuardOf: accounts.retryGuardOf,
    onAboveLimit: measureCardTries(parts.metrics),
    failsOver: async (personId) => (await accounts.failoverOf(personId)) === 'on',
    tokens: createDerivedTokens(rooms.vault.deriveKey('intention')),
    cardData,
    once: idempotency.once,
    history: rooms.history,
    defaultsOf: accounts.saleDefaults,
    production: config.mode === 'production',
    newId: uuidMaker(clock.now),
    newReference: rooms.newReference,
    holder: instance.id,
    createFence: instance.createFence,
    unstored,
    onOutcomeNotStored: (error) => log.error({ err: error }, 'an outcome could not be stored: status 10'),
  });
  return {
    payments,
    idempotency,
    jobs: [...idempotency.jobs, ...tries.jobs, intentionExpiry({ ...sales, intentions })],
  };
}
