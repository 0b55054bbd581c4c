import type { Accounts } from '../../accounts/accounts.ts';
import type { Person } from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';

/** The person whose permission has just been checked. */
export async function actingPerson(
  accounts: Pick<Accounts, 'findPerson'>,
  personId: number,
): Promise<Person> {
  const person = await accounts.findPerson(personId);
  if (!person) throw refuseAccount('person_unknown');
  return person;
}
