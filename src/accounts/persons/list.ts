import type { AccountsOptions } from '../options.ts';
import type { PersonStatus } from './record/person.ts';
import { type PersonEntry, selectPersons } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

export const PERSONS_PER_PAGE = 200;

export interface PersonPage {
  readonly persons: readonly PersonEntry[];
  /** Pass it on to get the next page; undefined on the last one. */
  readonly nextAfterId: number | undefined;
}

/** In the order of the ids, at most PERSONS_PER_PAGE at once. */
export async function listPersons(
  { database }: Pick<AccountsOptions, 'database'>,
  wanted: { readonly afterId?: number | undefined; readonly status?: PersonStatus | undefined } = {},
): Promise<PersonPage> {
  const found = await selectPersons(database.read<PersonTables>(), {
    afterId: wanted.afterId ?? 0,
    status: wanted.status,
    limit: PERSONS_PER_PAGE + 1,
  });
  const persons = found.slice(0, PERSONS_PER_PAGE);
  return { persons, nextAfterId: found.length > persons.length ? persons.at(-1)?.id : undefined };
}
