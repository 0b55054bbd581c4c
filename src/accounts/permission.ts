import type { CredentialKind } from './credentials/credential.ts';
import type { Person, PersonRole } from './persons/person.ts';

/** The owner of a verified key. */
export interface KeyHolder {
  readonly personId: number;
  readonly role: PersonRole;
  readonly name: string;
  readonly credentialId: number;
  readonly credentialKind: CredentialKind;
  /** Who of the person's tills logged in; such a key acts for this person alone. Absent: the person itself. */
  readonly operator?: KeyOperator | undefined;
}

/** An operator of a person's tills, as far as its key says. */
export interface KeyOperator {
  readonly id: number;
  /** As it was at the login: the key ends when it changes. */
  readonly profile: string;
}

/**
 * `foreign`: the key may not act for this person or, so that nobody can find out which persons exist, there is no such
 * person. `waiting`, `inactive`: it may, once the person is active (again). `unknown`: no such person; told to
 * operators only.
 */
export type Permission = 'allowed' | 'waiting' | 'inactive' | 'foreign' | 'unknown';

/** Who acts, as far as permissions are concerned. */
export type Acting = Pick<KeyHolder, 'personId' | 'role'>;

/**
 * "Who may act for whom" (docs/contract/decided.md 4). `person` is whom the request acts for, undefined if there is no
 * such person.
 */
export function permissionOf(
  holder: Acting,
  person: Pick<Person, 'id' | 'status' | 'createdBy'> | undefined,
): Permission {
  if (!person) return holder.role === 'operator' ? 'unknown' : 'foreign';
  if (!reaches(holder, person)) return 'foreign';
  return person.status === 'active' ? 'allowed' : person.status;
}

function reaches(holder: Acting, person: Pick<Person, 'id' | 'createdBy'>): boolean {
  switch (holder.role) {
    case 'operator':
      return true;
    case 'integrator':
      return person.id === holder.personId || person.createdBy === holder.personId;
    case 'seller':
      return person.id === holder.personId;
  }
}
