import { type Accounts, type Person, refuseAccount } from '../../accounts/index.ts';

/** The person whose permission has just been checked. */
export async function actingPerson(
  accounts: Pick<Accounts, 'findPerson'>,
  personId: number,
): Promise<Person> {
  const person = await accounts.findPerson(personId);
  if (!person) throw refuseAccount('person_unknown');
  return person;
}
