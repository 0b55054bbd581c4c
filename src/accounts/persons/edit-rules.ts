import { refuseAccount } from '../refusals.ts';
import { type Acting, permissionOf } from './record/permission.ts';
import type { Person } from './record/person.ts';

type Edited = Pick<Person, 'id' | 'status' | 'createdBy' | 'document'>;

/**
 * Which keys may edit a person (docs/contract/decided.md 4). While it waits: a key that may act for it, or that created
 * it. Once it is active: a key that may act for it, but only an operator changes the document. While it is inactive:
 * only an operator. `document` is the edit's, without punctuation. Throws `person_foreign`, `person_inactive` or
 * `document_fixed`.
 */
export function checkMayEdit(person: Edited, editor: Acting, document: string): void {
  const creates = person.status === 'waiting' && person.createdBy === editor.personId;
  if (!creates && permissionOf(editor, person) === 'foreign') throw refuseAccount('person_foreign');
  if (person.status === 'inactive' && editor.role !== 'operator') throw refuseAccount('person_inactive');
  const mayChangeDocument = person.status === 'waiting' || editor.role === 'operator';
  if (person.document !== document && !mayChangeDocument) throw refuseAccount('document_fixed');
}
