import { formatDocument } from '../../platform/text/document-text.ts';
import { type ListWanted, searchNewest } from '../../platform/text/search-newest.ts';
import type { AccountsOptions } from '../options.ts';
import type { Person, PersonRole, PersonStatus } from './record/person.ts';
import { type PersonEntry, selectLikePersons, selectNewestPersons } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

export interface PersonsWanted extends ListWanted {
  readonly status?: PersonStatus | undefined;
  readonly role?: PersonRole | undefined;
  /** Only those that this person created. */
  readonly createdBy?: number | undefined;
}

type Options = Pick<AccountsOptions, 'database'>;

/** Newest first, by words of name, trade name, document, e-mail, or by number. */
export function searchPersons(
  { database }: Options,
  { status, role, createdBy, ...wanted }: PersonsWanted,
): Promise<readonly PersonEntry[]> {
  const tables = database.read<PersonTables>();
  return searchNewest(
    (page) => selectNewestPersons(tables, { ...page, status, role, createdBy }),
    wanted,
    (person) => [
      String(person.id),
      person.name,
      person.tradeName,
      person.document,
      formatDocument(person.document),
      person.email,
    ],
  );
}

/** Most that are listed for one person: what matters is whether there is another at all. */
const MAX_LIKE_ONE = 5;

/** For each person the others with its document or e-mail: perhaps duplicates. */
export async function likePersons(
  { database }: Options,
  persons: readonly Person[],
): Promise<ReadonlyMap<number, readonly Person[]>> {
  const others = await selectLikePersons(
    database.read<PersonTables>(),
    persons,
    persons.length * MAX_LIKE_ONE,
  );
  return new Map(
    persons.map((person) => [
      person.id,
      others.filter((other) => other.id !== person.id && isLike(other, person)).slice(0, MAX_LIKE_ONE),
    ]),
  );
}

function isLike(one: Person, other: Person): boolean {
  return one.document === other.document || (one.email !== undefined && one.email === other.email);
}
