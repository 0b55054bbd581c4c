import { createPrivateKey, type KeyObject } from 'node:crypto';
import { boundedCache } from '../../platform/bounded-cache.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Vault } from '../../platform/vault/index.ts';
import type { KeyPairStore } from './key-pair-store.ts';
import { keyPairContext } from './key-pairs.ts';
import { MAX_TTL_MINUTES } from './session.ts';

/** Decrypted keys kept in memory; any other costs a look-up and a decryption. */
const MAX_OPENED = 500;

export interface PrivateKeys {
  /** Undefined when the pair was destroyed. */
  of(keyPairId: string): Promise<KeyObject | undefined>;
  forget(keyPairId: string): void;
  /** Drops keys that no session can use any more. */
  forgetFinished(): void;
}

export function createPrivateKeys(parts: { store: KeyPairStore; vault: Vault; clock: Clock }): PrivateKeys {
  const opened = boundedCache<string, { readonly key: KeyObject; readonly lastUseUntil: number }>(MAX_OPENED);
  return {
    of: async (keyPairId) => {
      const known = opened.get(keyPairId);
      if (known) return known.key;
      const found = await parts.store.findSealed(keyPairId);
      if (!found) return undefined;
      const pem = parts.vault.open(found.sealedKey, keyPairContext(keyPairId));
      const key = createPrivateKey(pem.reveal());
      opened.set(keyPairId, { key, lastUseUntil: found.handedOutUntil + MAX_TTL_MINUTES * 60_000 });
      return key;
    },
    forget: (keyPairId) => {
      opened.delete(keyPairId);
    },
    forgetFinished: () => {
      const now = parts.clock.now();
      for (const [id, { lastUseUntil }] of opened.entries()) if (lastUseUntil <= now) opened.delete(id);
    },
  };
}
