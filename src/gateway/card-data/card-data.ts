import { randomBytes } from 'node:crypto';
import type { Database } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import { blockOf } from '../../platform/network.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { tokenMaker } from '../../platform/token-maker.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { SESSION_KEY_BYTES } from './card-hash.ts';
import type { CardHashContents } from './card-hash-contents.ts';
import { createDecryptor } from './decryptor.ts';
import { createIssueLimits } from './issue-limits.ts';
import { type IssuedPublicKey, issuePublicKey } from './issue-public-key.ts';
import { createKeyPairGenerator, type GenerateKeyPair } from './key-pair-generator.ts';
import { createKeyPairStore } from './key-pair-store.ts';
import { createKeyPairs } from './key-pairs.ts';
import { openCardHash } from './open-card-hash.ts';
import { createPrivateKeys } from './private-keys.ts';
import { DEFAULT_TTL_MINUTES } from './session.ts';
import { createSessionStore } from './session-store.ts';
import { sweepFinished } from './sweep.ts';

const REFILL_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 30_000;

/** A merchant's server, or a browser at this address. */
type Asker = 'server' | { readonly address: string };

export interface CardData {
  /**
   * `ttlMinutes` 1 to 30, default 10. Refusals: ttl_invalid, too_many_public_keys, sessions_exceeded,
   * key_pairs_exhausted. Requests of browsers, whose checkout id is public, do not count against the limits of the
   * merchant's servers.
   */
  issuePublicKey(merchantId: number, ttlMinutes?: number, by?: Asker): Promise<IssuedPublicKey>;
  /** Refusals: card_hash_expired, card_hash_invalid, card_hash_busy. The caller checks the rules for cards. */
  openCardHash(merchantId: number, cardHash: Secret | string): Promise<CardHashContents>;
  readonly jobs: readonly Job[];
  /** Call it before the database is closed. */
  close(): Promise<void>;
}

interface CardDataOptions {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Clock;
  /** Off in sandbox (docs/contract/decided.md 2, rates). */
  readonly limits: { readonly enabled: boolean };
  /** Called with failures that no request waits for: of a worker thread, or of a key pair made in advance. */
  onError(error: unknown): void;
  readonly generateKeyPair?: GenerateKeyPair;
}

export function createCardData(options: CardDataOptions): CardData {
  const { database, vault, clock, onError } = options;
  const keyPairStore = createKeyPairStore(database);
  const sessions = createSessionStore(database);
  const keyPairs = createKeyPairs({
    store: keyPairStore,
    vault,
    clock,
    generate: options.generateKeyPair ?? createKeyPairGenerator(),
    randomBytes,
    onError,
  });
  const privateKeys = createPrivateKeys({ store: keyPairStore, vault, clock });
  const decryptor = createDecryptor({ onError });
  const limits = () => (options.limits.enabled ? createIssueLimits(sessions.countLive) : undefined);
  const checkLimits = { server: limits(), browser: limits() };
  const issuing = { keyPairs, sessions, clock, newSessionKey: tokenMaker(SESSION_KEY_BYTES, 'hex') };
  const opening = { sessions, privateKeys, decryptor, clock };

  return {
    issuePublicKey: (merchantId, ttlMinutes = DEFAULT_TTL_MINUTES, by = 'server') =>
      by === 'server'
        ? issuePublicKey({ ...issuing, checkLimits: checkLimits.server }, merchantId, ttlMinutes)
        : issuePublicKey(
            { ...issuing, checkLimits: checkLimits.browser },
            merchantId,
            ttlMinutes,
            blockOf(by.address),
          ),
    openCardHash: (merchantId, cardHash) =>
      openCardHash(opening, merchantId, cardHash instanceof Secret ? cardHash.reveal() : cardHash),
    jobs: [
      {
        // On every instance: each must have pairs at hand, and two that fill at the same time make one pair too many at
        // most.
        name: 'card-data-key-pool',
        everyMs: REFILL_EVERY_MS,
        where: 'everywhere',
        run: async (signal) => {
          privateKeys.forgetFinished();
          await keyPairs.refill(signal);
        },
      },
      {
        name: 'card-data-sweep',
        everyMs: SWEEP_EVERY_MS,
        where: 'leased',
        run: (signal) => sweepFinished({ keyPairs: keyPairStore, sessions, privateKeys, clock }, signal),
      },
    ],
    close: async () => {
      await keyPairs.close();
      await decryptor.close();
    },
  };
}
