import type { Person } from '../../accounts/persons/index.ts';
import { isoTime } from '../line/times.ts';

export const STATUS_TEXT = { waiting: 'aguardando', active: 'ativa', inactive: 'desativada' } as const;

/** A person for programs. */
export function personRecord(person: Person) {
  return {
    ...person,
    tradeName: person.tradeName ?? null,
    email: person.email ?? null,
    phone1: person.phone1 ?? null,
    phone2: person.phone2 ?? null,
    address: person.address ?? null,
    photoId: person.photoId ?? null,
    createdBy: person.createdBy ?? null,
    createdAt: isoTime(person.createdAt),
    activatedAt: isoTime(person.activatedAt),
  };
}
