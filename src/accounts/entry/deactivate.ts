import type { Kysely } from 'kysely';
import { lockSequence } from '../../platform/database/index.ts';
import { deleteLogins } from '../credentials/login-keys-store.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { PasskeyTables } from '../passkeys/tables.ts';
import { deleteLinks } from '../persons/record/link-store.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson, markInactive, markReactivated } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { deleteSessionsOfPerson } from '../sessions/store.ts';
import { deleteInvitationsOf } from '../team/store.ts';

type AccessOptions = Pick<AccountsOptions, 'database' | 'clock'>;
type AccessStatus = 'active' | 'inactive';

/**
 * Takes a person's access away: within 5 s no instance accepts any of its keys. Logins, sessions and one-time links end
 * for good; keys are suspended and work again once the person is active, so that its shop need not be set up again.
 * Recovery and signed postbacks go on for what it has sold. Throws `person_unknown`, `person_waiting` or
 * `person_inactive`.
 */
export function deactivatePerson(
  options: AccessOptions,
  id: number,
  written?: Written<Person>,
): Promise<Person> {
  return changeAccess(options, id, written, ({ status }) => {
    if (status === 'waiting') throw refuseAccount('person_waiting');
    if (status === 'inactive') throw refuseAccount('person_inactive');
    return 'inactive';
  });
}

/**
 * Gives an inactive person its access back, with the keys and the password it had. Throws `person_unknown` or
 * `person_not_inactive`.
 */
export function reactivatePerson(
  options: AccessOptions,
  id: number,
  written?: Written<Person>,
): Promise<Person> {
  return changeAccess(options, id, written, ({ status }) => {
    if (status !== 'inactive') throw refuseAccount('person_not_inactive');
    return 'active';
  });
}

function changeAccess(
  { database, clock }: AccessOptions,
  id: number,
  written: Written<Person> | undefined,
  statusAfter: (person: Person) => AccessStatus,
): Promise<Person> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<PasskeyTables>();
    // Excludes a concurrent activation, new link or login, which would give back what this takes away.
    await lockSequence(transaction, 'person');
    await lockSequence(transaction, 'credential');
    const found = await findPerson(tables, id);
    if (!found) throw refuseAccount('person_unknown');
    const status = statusAfter(found);
    const person: Person = { ...found, status };
    if (status === 'active') await markReactivated(tables, id, clock.now());
    else await markInactive(tables, id);
    await endLogins(tables, id);
    await written?.(transaction, person);
    return person;
  });
}

/** Also when access is given back: logins opened while the person was inactive had no effect, and get none. */
async function endLogins(tables: Kysely<PasskeyTables>, personId: number): Promise<void> {
  await deleteLogins(tables, personId);
  await deleteSessionsOfPerson(tables, personId);
  await deleteLinks(tables, personId);
  await deleteInvitationsOf(tables, personId);
}
