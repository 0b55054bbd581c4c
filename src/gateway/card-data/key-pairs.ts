import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { GenerateKeyPair } from './key-pair-generator.ts';
import type { HandedOutKeyPair, KeyPairStore } from './key-pair-store.ts';

/** Pairs kept ready. Each merchant that sells takes one in ten minutes. */
export const POOL_TARGET = 4;
/** A pair serves new sessions for this long (docs/contract/decided.md 3). */
export const HANDED_OUT_MS = 10 * 60_000;

/** Another instance can win the race only by taking a pair: then another pair is left, or the pool is empty. */
const MAX_CLAIM_TRIES = 3;
const MAX_REMEMBERED = 10_000;
const ID_BYTES = 12;

type RandomBytes = (size: number) => Buffer;

/** Binds a sealed private key to its row. */
export const keyPairContext = (id: string): string => `key_pair:${id}`;

export interface KeyPairs {
  /** The pair for new sessions of this merchant. */
  currentOf(merchantId: number): Promise<HandedOutKeyPair>;
  /** Fills the pool; joins a fill that is already running. */
  refill(signal?: AbortSignal): Promise<void>;
  /** Waits for pairs being made, and makes no more. */
  close(): Promise<void>;
}

export function createKeyPairs(parts: {
  store: KeyPairStore;
  vault: Vault;
  clock: Clock;
  generate: GenerateKeyPair;
  randomBytes: RandomBytes;
  onError(error: unknown): void;
}): KeyPairs {
  const { store, vault, clock } = parts;
  const current = boundedCache<number, HandedOutKeyPair>(MAX_REMEMBERED);
  const claiming = new Map<number, Promise<HandedOutKeyPair>>();
  let closed = false;
  let refilling: Promise<void> | undefined;

  const make = async (owner?: { merchantId: number; handedOutUntil: number }): Promise<HandedOutKeyPair> => {
    const { publicKey, privateKey } = await parts.generate();
    const id = parts.randomBytes(ID_BYTES).toString('hex');
    await store.insert({
      id,
      merchant_id: owner?.merchantId ?? null,
      public_key: publicKey,
      private_key: vault.seal(privateKey, keyPairContext(id)),
      created_at: clock.now(),
      handed_out_until: owner?.handedOutUntil ?? null,
    });
    return { id, publicKey, handedOutUntil: owner?.handedOutUntil ?? 0 };
  };
  const fill = async (signal: AbortSignal | undefined): Promise<void> => {
    for (let made = 0; made < POOL_TARGET && !closed && !signal?.aborted; made += 1) {
      if ((await store.countPooled()) >= POOL_TARGET) return;
      await make();
    }
  };
  const refill = (signal?: AbortSignal): Promise<void> => {
    refilling ??= fill(signal).finally(() => {
      refilling = undefined;
    });
    return refilling;
  };
  const claim = async (merchantId: number): Promise<HandedOutKeyPair> => {
    const now = clock.now();
    const known = await store.findCurrent(merchantId, now);
    if (known && isCurrent(known, now)) return known;
    const handedOutUntil = now + HANDED_OUT_MS;
    for (let tries = 0; tries < MAX_CLAIM_TRIES; tries += 1) {
      const claimed = await store.claim(merchantId, handedOutUntil);
      if (claimed) return claimed;
    }
    return make({ merchantId, handedOutUntil });
  };
  const claimOnce = (merchantId: number): Promise<HandedOutKeyPair> => {
    const running = claiming.get(merchantId);
    if (running) return running;
    const claimed = claim(merchantId)
      .then((pair) => {
        current.set(merchantId, pair);
        // The next merchant should find the pool full; the job makes up for a failure here.
        refill().catch(parts.onError);
        return pair;
      })
      .finally(() => claiming.delete(merchantId));
    claiming.set(merchantId, claimed);
    return claimed;
  };

  return {
    currentOf: async (merchantId) => {
      const pair = current.get(merchantId);
      if (pair && isCurrent(pair, clock.now())) return pair;
      return claimOnce(merchantId);
    },
    refill,
    close: async () => {
      closed = true;
      await Promise.allSettled([refilling, ...claiming.values()]);
    },
  };
}

/** Clocks of instances that agree are less apart. */
const APART_MS = 60_000;

/** No pair is handed out for longer: one that would be was taken by a clock that has been set back. */
function isCurrent({ handedOutUntil }: HandedOutKeyPair, now: number): boolean {
  return handedOutUntil > now && handedOutUntil <= now + HANDED_OUT_MS + APART_MS;
}
