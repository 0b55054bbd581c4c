import { type KeyHolder, permissionOf } from '../permission.ts';
import { refuseAccount } from '../refusals.ts';
import type { Person } from './person.ts';

type Edited = Pick<Person, 'id' | 'role' | 'status' | 'createdBy' | 'document'>;

/**
 * Who may edit a person (decisions 4). While it waits: a key that reaches it or created it, and, if it is a seller,
 * anybody who knows its document. Once it is active: a key that reaches it, and its document changes by an operator
 * alone. `document` is the bare one of the edit. Throws `key_unknown`, `person_foreign` or `document_fixed`.
 */
export function checkMayEdit(person: Edited, editor: KeyHolder | undefined, document: string): void {
  if (!editor) {
    checkKeyless(person, document);
    return;
  }
  const creates = person.status === 'waiting' && person.createdBy === editor.personId;
  if (!creates && permissionOf(editor, person) === 'foreign') throw refuseAccount('person_foreign');
  const mayChangeDocument = person.status === 'waiting' || editor.role === 'operator';
  if (person.document !== document && !mayChangeDocument) throw refuseAccount('document_fixed');
}

function checkKeyless(person: Edited, document: string): void {
  const open = person.status === 'waiting' && person.role === 'seller';
  if (!open || person.document !== document) throw refuseAccount('key_unknown');
}
