import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
  VerifiedRegistrationResponse,
} from '@simplewebauthn/server';
import { lockSequence, nextId } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { newRecoveryCodes, recoveryHashesOf } from '../second-factor/recovery-code.ts';
import { requireSession } from '../sessions/require-session.ts';
import { findUser, updateUser } from '../team/store.ts';
import type { User } from '../team/user.ts';
import {
  keepChallenge,
  loadWebAuthn,
  type PasskeyOptions,
  relyingPartyOf,
  useChallenge,
} from './challenge.ts';
import { CHALLENGE_LIFE_MS, MAX_PASSKEYS_PER_USER, type Passkey, readPasskeyName } from './passkey.ts';
import { insertPasskey, isRegistered, selectPasskeys } from './store.ts';
import type { PasskeyTables } from './tables.ts';

/** COSE: EdDSA, ES256, RS256: every authenticator of today has one of them. Node.js calls the newer ones experimental. */
const ALGORITHMS = [-8, -7, -257];

/** The browser's new credential, as its `toJSON` writes it. */
export type NewCredential = Omit<RegistrationResponseJSON, 'clientExtensionResults'>;
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON;

export interface AddedPasskey {
  readonly passkey: Passkey;
  /** Shown once; empty where the user had a second factor, and so recovery codes, before. */
  readonly codes: readonly Secret[];
}

export type AddOptions = PasskeyOptions & Pick<AccountsOptions, 'randomBytes'>;

/** What the browser needs to make a new credential. Throws `passkeys_unavailable` or `passkeys_full`. */
export async function startPasskey(
  options: AddOptions,
  {
    user,
    account,
    sessionHash,
  }: { readonly user: User; readonly account: string; readonly sessionHash: string },
): Promise<PasskeyCreation> {
  const party = relyingPartyOf(options);
  const known = await selectPasskeys(options.database.read<PasskeyTables>(), user.id);
  if (known.length >= MAX_PASSKEYS_PER_USER) throw refuseAccount('passkeys_full');
  const { generateRegistrationOptions } = await loadWebAuthn();
  const creation = await generateRegistrationOptions({
    rpName: 'Guichê',
    rpID: party.id,
    userID: Uint8Array.from(Buffer.from(`user:${user.id}`)),
    userName: account,
    userDisplayName: user.name,
    timeout: CHALLENGE_LIFE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  await keepChallenge(options, { sessionHash, purpose: 'create', challenge: creation.challenge });
  return creation;
}

/**
 * Adds the browser's new credential to the user's passkeys; the first second factor of a user brings recovery codes.
 * Throws `passkey_name_invalid`, `passkey_refused`, `passkeys_full`, `passkeys_unavailable` or `session_missing`.
 */
export async function finishPasskey(
  options: AddOptions,
  given: {
    readonly userId: number;
    readonly sessionHash: string;
    readonly name: string;
    readonly credential: NewCredential;
  },
  written?: Written<Passkey>,
): Promise<AddedPasskey> {
  const { database, clock, randomBytes } = options;
  const { userId } = given;
  const name = readPasskeyName(given.name);
  if (name === undefined) throw refuseAccount('passkey_name_invalid', { field: 'name' });
  const { credential } = await verifiedCredential(options, given);
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    await requireSession(transaction, given.sessionHash);
    // Of two windows that switch a second factor on, one hands out the recovery codes.
    await lockSequence(transaction, 'user');
    const user = await findUser(tables, userId);
    if (user?.state !== 'active') throw refuseAccount('user_unknown');
    if (user.passkeys >= MAX_PASSKEYS_PER_USER) throw refuseAccount('passkeys_full');
    if (await isRegistered(tables, credential.id)) throw refuseAccount('passkey_refused');
    const passkey = {
      id: await nextId(transaction, 'passkey'),
      userId,
      name,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: credential.transports ?? [],
      createdAt: clock.now(),
      lastUsedAt: undefined,
    };
    await insertPasskey(tables, passkey);
    const codes = user.secondFactor ? [] : newRecoveryCodes(randomBytes);
    if (codes.length > 0) await updateUser(tables, userId, { recovery_codes: recoveryHashesOf(codes) });
    await written?.(transaction, passkey);
    return { passkey, codes };
  });
}

type Registered = NonNullable<VerifiedRegistrationResponse['registrationInfo']>;

async function verifiedCredential(
  options: AddOptions,
  { sessionHash, credential }: { readonly sessionHash: string; readonly credential: NewCredential },
): Promise<Registered> {
  const party = relyingPartyOf(options);
  const challenge = await useChallenge(options, { sessionHash, purpose: 'create' });
  if (challenge === undefined) throw refuseAccount('passkey_refused');
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => {
    // The library throws for everything that does not match, also for what cannot be read.
    throw refuseAccount('passkey_refused');
  });
  if (!registrationInfo) throw refuseAccount('passkey_refused');
  return registrationInfo;
}
