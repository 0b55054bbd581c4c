import type { Person, PersonRole } from './person.ts';

/**
 * `foreign`: the key may not act for this person or, so that nobody can find out which persons exist, there is no such
 * person. `waiting`, `inactive`: it may, once the person is active (again). `unknown`: no such person; told to
 * operators only.
 */
export type Permission = 'allowed' | 'waiting' | 'inactive' | 'foreign' | 'unknown';

/** Who acts, as far as permissions are concerned. */
export interface Acting {
  readonly personId: number;
  readonly role: PersonRole;
}

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
