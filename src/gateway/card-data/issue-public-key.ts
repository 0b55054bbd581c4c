import type { Clock } from '../../platform/time/clock.ts';
import type { CheckIssueLimits } from './issue-limits.ts';
import type { KeyPairs } from './key-pairs.ts';
import { refuseCardData } from './refusals.ts';
import { isTtl, sessionHashOf } from './session.ts';
import type { SessionStore } from './session-store.ts';

const MINUTE_MS = 60_000;

export interface IssuedPublicKey {
  /** PEM, SPKI, RSA of 2048 bits. */
  readonly publicKey: string;
  /** 32 lower-case hexadecimal characters. */
  readonly sessionKey: string;
}

/** Opens a session of `ttlMinutes` for the merchant; it is durable when this resolves. */
export async function issuePublicKey(
  parts: {
    keyPairs: KeyPairs;
    sessions: SessionStore;
    clock: Clock;
    newSessionKey(): string;
    checkLimits: CheckIssueLimits | undefined;
  },
  merchantId: number,
  ttlMinutes: number,
  block?: string,
): Promise<IssuedPublicKey> {
  if (!isTtl(ttlMinutes)) throw refuseCardData('ttl_invalid');
  if (parts.checkLimits) await parts.checkLimits(merchantId, parts.clock.now(), block);
  const { id, publicKey } = await parts.keyPairs.currentOf(merchantId);
  const sessionKey = parts.newSessionKey();
  await parts.sessions.insert({
    session_hash: sessionHashOf(sessionKey),
    merchant_id: merchantId,
    key_pair_id: id,
    expires_at: parts.clock.now() + ttlMinutes * MINUTE_MS,
    failures: 0,
  });
  return { publicKey, sessionKey };
}
