import { createDerivedTokens } from '../../platform/derived-tokens.ts';
import { KEPT_NOWHERE } from '../kinds/index.ts';
import { createOnce } from '../transactions/idempotency/once.ts';
import { createIdempotencyStore } from '../transactions/stores/idempotency-store.ts';
import { createIntentionStore } from '../transactions/stores/intention-store.ts';
import type { TransactionStore } from '../transactions/stores/store.ts';
import { newReference } from '../transactions/test-sale.ts';
import { createPayments } from './create-payments.ts';
import type { Payments } from './payments.ts';
import type { TestWorld } from './test-world.ts';

const HMAC_KEY = Buffer.alloc(32, 1);

/** The use cases of one instance on the test's database. */
export function testPayments(
  world: TestWorld,
  holder: string,
  store: TransactionStore = world.store,
): Payments {
  const keys = createIdempotencyStore(world.database);
  return createPayments({
    ...world.selling,
    store,
    holder,
    newReference,
    onMovement: () => undefined,
    history: world.history,
    once: createOnce({
      leftOut: KEPT_NOWHERE,
      keys,
      transactions: store,
      clock: world.selling.clock,
      hmacKey: HMAC_KEY,
      unstored: world.selling.unstored,
      holder,
      isAlive: async (id) => !world.dead.has(id),
    }),
    defaultsOf: async () => ({ statementName: undefined, postBackUrl: undefined }),
    intentions: createIntentionStore(world.database),
    tokens: createDerivedTokens(HMAC_KEY),
  });
}
