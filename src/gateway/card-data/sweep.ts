import type { Clock } from '../../platform/time/clock.ts';
import type { KeyPairStore } from './key-pair-store.ts';
import type { PrivateKeys } from './private-keys.ts';
import type { SessionStore } from './session-store.ts';

/** A call may still be storing a session of a pair that it was handed at the last moment. */
const LATE_SESSION_MS = 60_000;
const MAX_KEY_PAIRS = 200;
/** Small, because each batch delays every other write. */
const SESSIONS_PER_BATCH = 500;
const MAX_BATCHES = 200;

/** Destroys key pairs whose last session has ended, together with their sessions. The work of one run is bounded. */
export async function sweepFinished(
  parts: { keyPairs: KeyPairStore; sessions: SessionStore; privateKeys: PrivateKeys; clock: Clock },
  signal: AbortSignal,
): Promise<void> {
  const now = parts.clock.now();
  const finished = await parts.keyPairs.findFinished({ before: now - LATE_SESSION_MS, now }, MAX_KEY_PAIRS);
  let batches = 0;
  for (const keyPairId of finished) {
    parts.privateKeys.forget(keyPairId);
    let deleted = SESSIONS_PER_BATCH;
    while (deleted === SESSIONS_PER_BATCH) {
      if (signal.aborted || batches === MAX_BATCHES) return;
      deleted = await parts.sessions.deleteOfKeyPair(keyPairId, SESSIONS_PER_BATCH);
      batches += 1;
    }
    await parts.keyPairs.delete(keyPairId);
  }
}
