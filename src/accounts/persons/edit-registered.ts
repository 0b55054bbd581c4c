import type { Kysely } from 'kysely';
import { lockSequence } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { PhotoChange } from './add.ts';
import { changedPerson, type Person, type PersonChanges, waitingPerson } from './record/person.ts';
import { mayEditRegistration, type Registrant } from './record/registration.ts';
import { findRegistration } from './record/registration-store.ts';
import { findPerson, updatePerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

/** An edit by somebody without a key. */
export interface RegistrationEdit {
  readonly id: number;
  readonly registrant: Registrant;
  readonly changes: PersonChanges;
  readonly photo?: PhotoChange | undefined;
  readonly written?: Written<Pick<Person, 'id'>> | undefined;
}

type EditOptions = Pick<AccountsOptions, 'database' | 'clock' | 'checkDocuments'>;

/** Throws what `editRegistered` would throw now, for callers that have something expensive to do first. */
export async function checkRegistrationEdit(options: EditOptions, edit: RegistrationEdit): Promise<void> {
  const sent = personAsSent(options, edit);
  await personToEdit(options.database.read<PersonTables>(), edit, sent, options.clock.now());
}

/**
 * Edits a waiting person that was registered without a key, for somebody without one. Returns only what the edit itself
 * contains, never what was stored: guessing an id or a network must reveal nothing. Throws `document_invalid` or
 * `text_invalid`, and the same `key_unknown` for every id that the registrant may not edit, including ids that do not
 * exist.
 */
export async function editRegistered(options: EditOptions, edit: RegistrationEdit): Promise<Person> {
  const { photo } = edit;
  const sent = personAsSent(options, edit);
  const now = options.clock.now();
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<PersonTables>();
    // Excludes a concurrent activation, which decides by what this edit is about to change.
    await lockSequence(transaction, 'person');
    const before = await personToEdit(tables, edit, sent, now);
    const after = changedPerson(before, edit.changes, options);
    await updatePerson(tables, { ...after, photoId: photo ? photo.id : before.photoId });
    await photo?.assign(transaction, { personId: before.id, replaced: before.photoId });
    await edit.written?.(transaction, before);
    return sent;
  });
}

function personAsSent(
  { checkDocuments }: Pick<EditOptions, 'checkDocuments'>,
  { id, changes }: RegistrationEdit,
): Person {
  return { id, ...waitingPerson({ role: 'seller', ...changes }, { checkDocuments, now: 0 }) };
}

async function personToEdit(
  tables: Kysely<PersonTables>,
  { id, registrant }: RegistrationEdit,
  sent: Pick<Person, 'document'>,
  now: number,
): Promise<Person> {
  const person = await findPerson(tables, id);
  const registration = await findRegistration(tables, id);
  const sameDocument = person?.document === sent.document;
  if (!person || !registration || !mayEditRegistration(registration, registrant, { sameDocument, now })) {
    throw refuseAccount('key_unknown');
  }
  return person;
}
