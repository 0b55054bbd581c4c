import { lockSequence } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { Person } from './record/person.ts';
import { deleteRegisteredPersons, type RegistrationFilter } from './record/registration-store.ts';
import { deletePerson, findPerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

/** Rows deleted by one transaction. */
const BATCH = 500;

type RemoveOptions = Pick<AccountsOptions, 'database'>;

/**
 * Removes one waiting person, no matter who registered it. Throws `person_unknown`, `person_active` or `person_inactive`.
 */
export function refusePerson(
  { database }: RemoveOptions,
  id: number,
  written?: Written<Person>,
): Promise<Person> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<PersonTables>();
    // Excludes a concurrent activation: an active person is never removed.
    await lockSequence(transaction, 'person');
    const person = await findPerson(tables, id);
    if (!person) throw refuseAccount('person_unknown');
    if (person.status === 'active') throw refuseAccount('person_active');
    if (person.status === 'inactive') throw refuseAccount('person_inactive');
    await deletePerson(tables, id);
    await written?.(transaction, person);
    return person;
  });
}

/** Removes the waiting persons registered without a key, all or those of the filter. Returns how many. */
export async function removeRegistrations(
  { database }: RemoveOptions,
  which: RegistrationFilter,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const batch = await database.write(async (transaction) => {
      await lockSequence(transaction, 'person');
      return deleteRegisteredPersons(transaction.tables<PersonTables>(), which, BATCH);
    });
    removed += batch;
    if (batch < BATCH) return removed;
  }
}
