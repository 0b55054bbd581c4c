import { lockSequence } from '../../platform/database/index.ts';
import type { AccountsOptions } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { findSession } from '../sessions/store.ts';
import { CHALLENGE_LIFE_MS, type RelyingParty, relyingPartyAt } from './passkey.ts';
import { replaceChallenge, takeChallenge } from './store.ts';
import type { PasskeyTables } from './tables.ts';

/** `publicUrl` is read at each call: a port that the system chooses is known only once it listens. */
export type PasskeyOptions = Pick<AccountsOptions, 'database' | 'clock' | 'publicUrl'>;

/** Loaded at the first passkey: it takes 0.15 s and 21 MB, and many installations never use it. */
export const loadWebAuthn = () => import('@simplewebauthn/server');

/** Throws `passkeys_unavailable`. */
export function relyingPartyOf({ publicUrl }: Pick<PasskeyOptions, 'publicUrl'>): RelyingParty {
  const party = relyingPartyAt(publicUrl);
  if (!party) throw refuseAccount('passkeys_unavailable');
  return party;
}

/** What a challenge was given out for, named as the browser's two calls: a new passkey, or the use of one. */
export type ChallengePurpose = 'create' | 'get';

interface ChallengeOf {
  readonly sessionHash: string;
  readonly purpose: ChallengePurpose;
}

/** Keeps what the browser of a session is asked to sign; an earlier challenge of the session is void. */
export async function keepChallenge(
  { database, clock }: PasskeyOptions,
  { sessionHash, purpose, challenge }: ChallengeOf & { readonly challenge: string },
): Promise<void> {
  await database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // Two windows of one session ask one after the other.
    await lockSequence(transaction, 'credential');
    // Ended meanwhile: the browser's answer will find no session either.
    if (!(await findSession(tables, sessionHash))) return;
    await replaceChallenge(tables, {
      sessionHash,
      challenge: `${purpose}:${challenge}`,
      expiresAt: clock.now() + CHALLENGE_LIFE_MS,
    });
  });
}

/**
 * The challenge of a session, which is used up by any answer, right or wrong. Undefined also for one of the other purpose:
 * a challenge for a new passkey needs a fresh confirmation, one for the use of a passkey does not.
 */
export async function useChallenge(
  { database, clock }: PasskeyOptions,
  { sessionHash, purpose }: ChallengeOf,
): Promise<string | undefined> {
  const stored = await database.write((transaction) =>
    takeChallenge(transaction.tables<PasskeyTables>(), { sessionHash, now: clock.now() }),
  );
  return stored?.startsWith(`${purpose}:`) ? stored.slice(purpose.length + 1) : undefined;
}
