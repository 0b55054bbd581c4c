import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import type { Kysely } from 'kysely';
import { refuseAccount } from '../refusals.ts';
import {
  keepChallenge,
  loadWebAuthn,
  type PasskeyOptions,
  relyingPartyOf,
  useChallenge,
} from './challenge.ts';
import { CHALLENGE_LIFE_MS, type PasskeyWithKey, type RelyingParty } from './passkey.ts';
import { recordPasskeyUse, selectPasskeys } from './store.ts';
import type { PasskeyTables } from './tables.ts';

/** What the browser answered to a request, as its `toJSON` writes it. */
export type PasskeyAnswer = Omit<AuthenticationResponseJSON, 'clientExtensionResults'>;
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON;

/** An answer whose signature is right, and that was not recorded yet. */
export interface CheckedPasskey {
  readonly passkey: PasskeyWithKey;
  readonly counter: number;
}

/**
 * What the browser needs to ask for one of the user's passkeys. Throws `passkeys_unavailable`, or `passkey_unknown` for a
 * user without any.
 */
export async function askForPasskey(
  options: PasskeyOptions,
  { userId, sessionHash }: { readonly userId: number; readonly sessionHash: string },
): Promise<PasskeyRequest> {
  const party = relyingPartyOf(options);
  const passkeys = await selectPasskeys(options.database.read<PasskeyTables>(), userId);
  if (passkeys.length === 0) throw refuseAccount('passkey_unknown');
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const request = await generateAuthenticationOptions({
    rpID: party.id,
    allowCredentials: passkeys.map(credentialOf),
    timeout: CHALLENGE_LIFE_MS,
    userVerification: 'preferred',
  });
  await keepChallenge(options, { sessionHash, purpose: 'get', challenge: request.challenge });
  return request;
}

/** Undefined for an answer that is not of this user's passkey, this site and the session's challenge. */
export async function checkPasskey(
  options: PasskeyOptions,
  {
    userId,
    sessionHash,
    answer,
  }: { readonly userId: number; readonly sessionHash: string; readonly answer: PasskeyAnswer },
): Promise<CheckedPasskey | undefined> {
  const party = relyingPartyOf(options);
  const challenge = await useChallenge(options, { sessionHash, purpose: 'get' });
  const passkeys = await selectPasskeys(options.database.read<PasskeyTables>(), userId);
  const passkey = passkeys.find(({ credentialId }) => credentialId === answer.id);
  if (challenge === undefined || !passkey) return undefined;
  const counter = await countOfSigned({ party, challenge, passkey, answer });
  return counter === undefined ? undefined : { passkey, counter };
}

/** Records the use of a checked passkey; false when it was removed or used meanwhile. */
export function usePasskey(
  tables: Kysely<PasskeyTables>,
  { passkey, counter }: CheckedPasskey,
  now: number,
): Promise<boolean> {
  return recordPasskeyUse(tables, passkey, { counter, at: now });
}

interface Signed {
  readonly party: RelyingParty;
  readonly challenge: string;
  readonly passkey: PasskeyWithKey;
  readonly answer: PasskeyAnswer;
}

/** The authenticator's counter when all is right, and the counter is higher than the last one. */
async function countOfSigned({ party, challenge, passkey, answer }: Signed): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      credential: credentialOf(passkey),
      // The password was given before: possession is enough, also of a key without a PIN.
      requireUserVerification: false,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    // The library throws for everything that does not match, also for what cannot be read.
    return undefined;
  }
}

function credentialOf(passkey: PasskeyWithKey): WebAuthnCredential {
  return {
    id: passkey.credentialId,
    publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
    counter: passkey.counter,
    transports: [...passkey.transports] as NonNullable<WebAuthnCredential['transports']>,
  };
}
