import type { Kysely } from 'kysely';
import { lockSequence } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import { replaceLink } from './record/link-store.ts';
import { makeLink } from './record/one-time-link.ts';
import type { Person } from './record/person.ts';
import { deleteRegistration } from './record/registration-store.ts';
import { findPerson, hasPassword, isDocumentTaken, markActive } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

type LinkOptions = Pick<AccountsOptions, 'database' | 'clock' | 'randomBytes' | 'publicUrl'>;

/** A person and the only valid link that sets its password. */
export interface PersonWithLink {
  readonly person: Person;
  readonly url: Secret;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Makes a waiting person active. Throws `person_unknown`, `person_active`, `person_inactive` or `document_taken`. */
export function activatePerson(
  options: LinkOptions,
  id: number,
  written?: Written<Person>,
): Promise<PersonWithLink> {
  return handOutLink(options, { id, written }, async (tables, person, now) => {
    if (person.status === 'active') throw refuseAccount('person_active');
    if (person.status === 'inactive') throw refuseAccount('person_inactive');
    if (await isDocumentTaken(tables, person.document)) throw refuseAccount('document_taken');
    await markActive(tables, id, now);
    await deleteRegistration(tables, id);
    return { ...person, status: 'active', activatedAt: now };
  });
}

/** Which links may be handed out. */
export interface LinkLimit {
  /** Only while the person has no password, because a later link takes the login over. */
  readonly firstOnly?: boolean;
}

/**
 * A new link for an active person; earlier ones become invalid. Throws `person_unknown`, `person_waiting`,
 * `person_inactive`, and with `firstOnly` `password_present`.
 */
export function newLink(
  options: LinkOptions,
  id: number,
  written?: Written<Person>,
  { firstOnly = false }: LinkLimit = {},
): Promise<PersonWithLink> {
  return handOutLink(options, { id, written }, async (tables, person) => {
    if (person.status === 'waiting') throw refuseAccount('person_waiting');
    if (person.status === 'inactive') throw refuseAccount('person_inactive');
    if (firstOnly && (await hasPassword(tables, id))) throw refuseAccount('password_present');
    return person;
  });
}

function handOutLink(
  { database, clock, randomBytes, publicUrl }: LinkOptions,
  { id, written }: { readonly id: number; readonly written: Written<Person> | undefined },
  prepare: (tables: Kysely<PersonTables>, person: Person, now: number) => Promise<Person>,
): Promise<PersonWithLink> {
  const now = clock.now();
  const link = makeLink({ publicUrl, randomBytes, now });
  return database.write(async (transaction) => {
    const tables = transaction.tables<PersonTables>();
    // One at a time: two activations with one document, or two links of one person, must not overtake each other.
    await lockSequence(transaction, 'person');
    const found = await findPerson(tables, id);
    if (!found) throw refuseAccount('person_unknown');
    const person = await prepare(tables, found, now);
    await replaceLink(tables, id, link);
    await written?.(transaction, person);
    return { person, url: link.url, expiresAt: link.expiresAt };
  });
}
