import type { Clock } from '../../platform/time/clock.ts';
import { decodeCipher, splitCardHash } from './card-hash.ts';
import { type CardHashContents, readCardHashContents } from './card-hash-contents.ts';
import type { Decryptor } from './decryptor.ts';
import type { PrivateKeys } from './private-keys.ts';
import { refuseCardData } from './refusals.ts';
import { sessionHashOf } from './session.ts';
import type { SessionStore } from './session-store.ts';

interface Parts {
  readonly sessions: SessionStore;
  readonly privateKeys: PrivateKeys;
  readonly decryptor: Decryptor;
  readonly clock: Clock;
}

interface OwnSession {
  readonly hash: string;
  readonly keyPairId: string;
  readonly base64: string;
}

/**
 * Returns the contents of the cardHash. Refuses with `card_hash_expired` or, once the session is found,
 * `card_hash_invalid`.
 */
export async function openCardHash(
  parts: Parts,
  merchantId: number,
  cardHash: string,
): Promise<CardHashContents> {
  const session = await findSession(parts, merchantId, cardHash);
  const key = await parts.privateKeys.of(session.keyPairId);
  if (!key) throw refuseCardData('card_hash_expired');

  const cipher = decodeCipher(session.base64);
  const plaintext = cipher && (await parts.decryptor.decrypt(merchantId, key, cipher));
  const contents = plaintext && readCardHashContents(plaintext);
  if (contents) return contents;

  await parts.sessions.countFailure(session.hash);
  throw refuseCardData('card_hash_invalid');
}

async function findSession(parts: Parts, merchantId: number, cardHash: string): Promise<OwnSession> {
  const readings = splitCardHash(cardHash);
  // The text contains no session key: asking for a new public key would not help.
  if (readings.length === 0) throw refuseCardData('card_hash_invalid');
  for (const { sessionKey, base64 } of readings) {
    const hash = sessionHashOf(sessionKey);
    const found = await parts.sessions.find(hash);
    if (found && found.merchant_id === merchantId && found.expires_at > parts.clock.now()) {
      return { hash, keyPairId: found.key_pair_id, base64 };
    }
  }
  throw refuseCardData('card_hash_expired');
}
