import { nextId } from '../../platform/index.ts';
import type { AccountsOptions } from '../options.ts';
import { findPerson } from '../persons/store.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import { type IssuedKind, MAX_IN_USE_PER_KIND, mintSecret } from './credential.ts';
import { type CredentialToStore, countInUse, insertCredential } from './store.ts';

export interface CredentialRequest {
  readonly personId: number;
  readonly kind: IssuedKind;
  /** Milliseconds since 1970; absent: until revoked. */
  readonly expiresAt?: number | undefined;
}

/** The secret is given here and never again. */
export interface IssuedCredential extends CredentialToStore {
  readonly kind: IssuedKind;
}

/**
 * Issues to waiting persons too, so that a shop can be set up; their credentials are refused until they are active.
 * Throws `expiry_invalid`, `person_unknown` or `credential_limit`.
 */
export async function issueCredential(
  options: Pick<AccountsOptions, 'database' | 'vault' | 'clock' | 'randomBytes'>,
  { personId, kind, expiresAt }: CredentialRequest,
): Promise<IssuedCredential> {
  const now = options.clock.now();
  if (expiresAt !== undefined && expiresAt <= now) throw refuseAccount('expiry_invalid');
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    if (!(await findPerson(tables, personId))) throw refuseAccount('person_unknown');
    // Taking the id locks the sequence: no two issues count at the same moment.
    const id = await nextId(transaction, 'credential');
    if ((await countInUse(tables, personId, kind, now)) >= MAX_IN_USE_PER_KIND) {
      throw refuseAccount('credential_limit');
    }
    const minted = mintSecret(kind, id, options.randomBytes);
    const credential: IssuedCredential = { id, personId, kind, ...minted, createdAt: now, expiresAt };
    await insertCredential(tables, options.vault, credential);
    return credential;
  });
}
