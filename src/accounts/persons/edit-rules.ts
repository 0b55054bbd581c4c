import { type KeyHolder, permissionOf } from '../permission.ts';
import { refuseAccount } from '../refusals.ts';
import type { Person } from './person.ts';

type Edited = Pick<Person, 'id' | 'role' | 'status' | 'createdBy' | 'keyless' | 'document'>;

/**
 * Who may edit a person (decisions 4). While it waits: a key that reaches it or created it, and, if it is a seller that
 * was created without a key, anybody who knows its document. Once it is active: a key that reaches it, and its document
 * changes by an operator alone. `document` is the bare one of the edit. Only an operator is told that there is no such
 * person. Throws `key_unknown`, `person_foreign`, `person_unknown` or `document_fixed`.
 */
export function checkMayEdit(
  person: Edited | undefined,
  editor: KeyHolder | undefined,
  document: string,
): asserts person {
  if (!editor) return checkKeyless(person, document);
  const creates = person?.status === 'waiting' && person.createdBy === editor.personId;
  const permission = creates ? 'allowed' : permissionOf(editor, person);
  if (permission === 'foreign') throw refuseAccount('person_foreign');
  if (!person) throw refuseAccount('person_unknown');
  const mayChangeDocument = person.status === 'waiting' || editor.role === 'operator';
  if (person.document !== document && !mayChangeDocument) throw refuseAccount('document_fixed');
}

function checkKeyless(person: Edited | undefined, document: string): asserts person {
  const open = person?.status === 'waiting' && person.keyless && person.role === 'seller';
  if (!open || person.document !== document) throw refuseAccount('key_unknown');
}
