import type { AccountsOptions } from '../options.ts';
import { findPerson } from '../persons/store.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import type { Credential, CredentialKind } from './credential.ts';
import { selectCredentials } from './store.ts';

const MAX_LISTED_CREDENTIALS = 200;

/** The newest credentials of a person, the revoked and expired ones too. Throws `person_unknown`. */
export async function listCredentials(
  { database, clock }: Pick<AccountsOptions, 'database' | 'clock'>,
  wanted: { readonly personId: number; readonly kind?: CredentialKind | undefined },
): Promise<readonly Credential[]> {
  const tables = database.read<AccountTables>();
  if (!(await findPerson(tables, wanted.personId))) throw refuseAccount('person_unknown');
  return selectCredentials(tables, {
    personId: wanted.personId,
    kind: wanted.kind,
    now: clock.now(),
    limit: MAX_LISTED_CREDENTIALS,
  });
}
