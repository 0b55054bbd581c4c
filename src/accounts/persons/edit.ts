import type { Kysely } from 'kysely';
import { lockSequence } from '../../platform/database/index.ts';
import type { AccountsOptions, Written } from '../options.ts';
import { refuseAccount } from '../refusals.ts';
import type { PhotoChange } from './add.ts';
import { checkMayEdit } from './edit-rules.ts';
import type { Acting } from './record/permission.ts';
import { changedPerson, type Person, type PersonChanges, waitingPerson } from './record/person.ts';
import { findPerson, isDocumentTaken, updatePerson } from './record/store.ts';
import type { PersonTables } from './record/tables.ts';

export interface PersonEdit {
  readonly id: number;
  /** The owner of the key, or the user logged in. */
  readonly editor: Acting;
  readonly changes: PersonChanges;
  readonly photo?: PhotoChange | undefined;
  readonly written?: Written<Person> | undefined;
}

type EditOptions = Pick<AccountsOptions, 'database' | 'checkDocuments'>;

/** Throws what `editPerson` would throw now, for callers that have something expensive to do first. */
export async function checkEdit(options: EditOptions, edit: PersonEdit): Promise<void> {
  await changed(options, options.database.read<PersonTables>(), edit);
}

/**
 * Edits a person for somebody with a key. Throws the refusals of `checkMayEdit`, `person_unknown`, `document_invalid`,
 * `text_invalid`, or `document_taken` when a person that was once activated would get another's document.
 */
export async function editPerson(options: EditOptions, edit: PersonEdit): Promise<Person> {
  const { photo } = edit;
  return options.database.write(async (transaction) => {
    const tables = transaction.tables<PersonTables>();
    // Excludes a concurrent activation, which decides by what this edit is about to change.
    await lockSequence(transaction, 'person');
    const { before, after } = await changed(options, tables, edit);
    const edited: Person = { ...after, photoId: photo ? photo.id : before.photoId };
    await updatePerson(tables, edited);
    await photo?.assign(transaction, { personId: edited.id, replaced: before.photoId });
    await edit.written?.(transaction, edited);
    return edited;
  });
}

async function changed(
  { checkDocuments }: EditOptions,
  tables: Kysely<PersonTables>,
  { id, editor, changes }: PersonEdit,
): Promise<{ readonly before: Person; readonly after: Person }> {
  const before = await findPerson(tables, id);
  if (!before) {
    // The input is checked first, as for an existing person.
    waitingPerson({ role: 'seller', ...changes }, { checkDocuments, now: 0 });
    throw refuseAccount('person_unknown');
  }
  const after = changedPerson(before, changes, { checkDocuments });
  checkMayEdit(before, editor, after.document);
  const becomesAnother = before.status !== 'waiting' && after.document !== before.document;
  if (becomesAnother && (await isDocumentTaken(tables, after.document)))
    throw refuseAccount('document_taken');
  return { before, after };
}
