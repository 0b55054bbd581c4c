import { createOnce } from './idempotency/once.ts';
import { createPayments, type Payments } from './payments.ts';
import type { TestWorld } from './recovery/test-world.ts';
import { createIntentionTokens } from './sale/intention-token.ts';
import { createIdempotencyStore } from './stores/idempotency-store.ts';
import { createIntentionStore } from './stores/intention-store.ts';
import type { TransactionStore } from './stores/store.ts';
import { newReference } from './test-sale.ts';

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
    tokens: createIntentionTokens(HMAC_KEY),
  });
}
