import { lockSequence } from '../../platform/index.ts';
import type { AccountsOptions } from '../options.ts';
import type { KeyHolder } from '../permission.ts';
import { refuseAccount } from '../refusals.ts';
import type { AccountTables } from '../tables.ts';
import type { NewPhoto } from './add.ts';
import { checkMayEdit } from './edit-rules.ts';
import { changedPerson, type Person, type PersonChanges } from './person.ts';
import { findPerson, hasActivePerson, updatePerson } from './store.ts';

export interface PersonEdit {
  readonly id: number;
  /** Whose key the edit came with; undefined: with none. */
  readonly editor: KeyHolder | undefined;
  readonly changes: PersonChanges;
  readonly photo?: NewPhoto | undefined;
}

type EditOptions = Pick<AccountsOptions, 'database' | 'checkDocuments'>;

/**
 * Edits a person. Throws `person_unknown`, the refusals of `checkMayEdit`, `document_invalid`, `text_invalid`, or
 * `document_taken` when an active person would get the document of another.
 */
export async function editPerson(
  { database, checkDocuments }: EditOptions,
  edit: PersonEdit,
): Promise<Person> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<AccountTables>();
    // Not beside an activation: it would decide by what this edit is about to change.
    await lockSequence(transaction, 'person');
    const person = await findPerson(tables, edit.id);
    if (!person) throw refuseAccount('person_unknown');
    const changed = changedPerson(person, edit.changes, { checkDocuments });
    checkMayEdit(person, edit.editor, changed.document);
    if (person.status === 'active' && changed.document !== person.document) {
      if (await hasActivePerson(tables, changed.document)) throw refuseAccount('document_taken');
    }
    const edited: Person = { ...changed, photoId: edit.photo?.id ?? person.photoId };
    await updatePerson(tables, edited);
    await edit.photo?.assign(transaction, { personId: person.id, replaced: person.photoId });
    return edited;
  });
}
