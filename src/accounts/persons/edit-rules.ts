import { type KeyHolder, permissionOf } from '../permission.ts';
import { refuseAccount } from '../refusals.ts';
import type { Person } from './person.ts';

/**
 * Who may edit a person (decisions 4). While it waits: anybody who knows its document, or a key that reaches it. Once
 * it is active: such a key only, and its document changes by an operator alone. `document` is the bare one of the edit.
 * Throws `key_unknown`, `person_foreign` or `document_fixed`.
 */
export function checkMayEdit(
  person: Pick<Person, 'id' | 'status' | 'createdBy' | 'document'>,
  editor: KeyHolder | undefined,
  document: string,
): void {
  const sameDocument = person.document === document;
  if (!editor) {
    if (person.status === 'waiting' && sameDocument) return;
    throw refuseAccount('key_unknown');
  }
  if (permissionOf(editor, person) === 'foreign') throw refuseAccount('person_foreign');
  const mayChangeDocument = person.status === 'waiting' || editor.role === 'operator';
  if (!sameDocument && !mayChangeDocument) throw refuseAccount('document_fixed');
}
