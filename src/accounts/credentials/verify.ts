import { timingSafeEqual } from 'node:crypto';
import { recentCredentials } from '../../platform/caches/recent-lookups.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions } from '../options.ts';
import type { LateApproval } from '../persons/record/person.ts';
import { keyHash, type PairKind, pairHash } from './credential.ts';
import type { KeyHolder } from './key-holder.ts';
import { findKey, findPair, type UsableCredential } from './store.ts';
import type { CredentialTables } from './tables.ts';

/** No other name was ever issued, so it is worth neither a look-up nor memory; and PostgreSQL rejects NUL. */
const POSSIBLE_NAME = /^[\x21-\x7e]{1,64}$/;

/** Compared with when the name is unknown, so that this takes as long as a wrong key. */
const NOBODYS_HASH = '0'.repeat(64);

/** A person that takes payments. */
export interface Merchant extends KeyHolder {
  readonly lateApproval: LateApproval;
}

export interface Verifier {
  /** authenticationApi and authenticationKey. Undefined when it is not valid, for whatever reason. */
  verifyApi(name: string, key: Secret): Promise<Merchant | undefined>;
  /** User and password of Basic. */
  verifyCheckout(user: string, secret: Secret): Promise<Merchant | undefined>;
  /** The `key` of the operational interface: an integration key or a login key. */
  verifyKey(key: Secret): Promise<KeyHolder | undefined>;
}

export interface VerifierOptions extends Pick<AccountsOptions, 'database' | 'clock'> {
  /** Called with each verified credential. */
  readonly onUse?: (credentialId: number) => void;
}

interface Remembered {
  readonly merchant: Merchant;
  readonly secretHash: string;
  readonly expiresAt: number | undefined;
}

export function createVerifier({ database, clock, onUse }: VerifierOptions): Verifier {
  const recent = recentCredentials<Remembered>(clock);
  const tables = () => database.read<CredentialTables>();
  const holds = (credential: Remembered | undefined, presentedHash: string): Merchant | undefined => {
    const matches = sameHash(presentedHash, credential?.secretHash ?? NOBODYS_HASH);
    const expired = credential?.expiresAt !== undefined && credential.expiresAt <= clock.now();
    if (!credential || !matches || expired) return undefined;
    onUse?.(credential.merchant.credentialId);
    return credential.merchant;
  };

  const verifyPair = async (kind: PairKind, name: string, secret: Secret): Promise<Merchant | undefined> => {
    const credential = POSSIBLE_NAME.test(name)
      ? await recent.get(`${kind}:${name}`, async () => remembered(await findPair(tables(), kind, name)))
      : undefined;
    return holds(credential, pairHash(kind, name, secret));
  };

  return {
    verifyApi: (name, key) => verifyPair('api', name, key),
    verifyCheckout: (user, secret) => verifyPair('checkout', user, secret),
    verifyKey: async (key) => {
      const presentedHash = keyHash(key);
      const credential = await recent.get(`key:${presentedHash}`, async () =>
        remembered(await findKey(tables(), presentedHash)),
      );
      return holds(credential, presentedHash);
    },
  };
}

function remembered(credential: UsableCredential | undefined): Remembered | undefined {
  if (!credential) return undefined;
  const { personId, role, personName, credentialId, kind, lateApproval, operator } = credential;
  const { secretHash, expiresAt } = credential;
  const merchant: Merchant = Object.freeze({
    personId,
    // Who works at a till of an integrator, or of the platform's operator, does not act for other persons.
    role: operator ? 'seller' : role,
    name: personName,
    credentialId,
    credentialKind: kind,
    lateApproval,
    ...(operator ? { operator } : {}),
  });
  return { merchant, secretHash, expiresAt };
}

function sameHash(presented: string, stored: string): boolean {
  const [left, right] = [Buffer.from(presented, 'latin1'), Buffer.from(stored, 'latin1')];
  return left.length === right.length && timingSafeEqual(left, right);
}
