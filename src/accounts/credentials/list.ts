import type { AccountsOptions } from '../options.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import type { Credential, CredentialKind } from './credential.ts';
import { selectCredentials } from './store.ts';
import type { CredentialTables } from './tables.ts';

const MAX_LISTED_CREDENTIALS = 200;

export interface CredentialsWanted {
  readonly personId: number;
  /** Undefined: all kinds. */
  readonly kinds?: readonly CredentialKind[] | undefined;
  /** Continues below this id, the last one of the page before. */
  readonly beforeId?: number | undefined;
  /** 200 without it. */
  readonly limit?: number | undefined;
}

/** The newest credentials of a person, the revoked and expired ones too. Throws `person_unknown`. */
export async function listCredentials(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  wanted: CredentialsWanted,
): Promise<readonly Credential[]> {
  const tables = database.read<CredentialTables>();
  if (!(await findPerson(tables, wanted.personId))) throw refuseAccount('person_unknown');
  return selectCredentials(tables, {
    personId: wanted.personId,
    kinds: wanted.kinds,
    beforeId: wanted.beforeId,
    now: clock.now(),
    limit: wanted.limit ?? MAX_LISTED_CREDENTIALS,
  });
}
