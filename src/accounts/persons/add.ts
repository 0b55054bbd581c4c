import { nextId } from '../../platform/index.ts';
import type { AccountsOptions } from '../options.ts';
import type { AccountTables } from '../tables.ts';
import { type NewPerson, type Person, waitingPerson } from './person.ts';
import { insertPerson } from './store.ts';

/** Adds a waiting person. Throws `document_invalid` or `text_invalid`; two waiting persons may share a document. */
export async function addPerson(
  { database, clock, checkDocuments }: Pick<AccountsOptions, 'database' | 'clock' | 'checkDocuments'>,
  input: NewPerson,
): Promise<Person> {
  const waiting = waitingPerson(input, { checkDocuments, now: clock.now() });
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    const person: Person = { id: await nextId(transaction, 'person'), ...waiting };
    await insertPerson(tables, person);
    return person;
  });
}
