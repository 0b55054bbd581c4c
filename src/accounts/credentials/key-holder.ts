import type { PersonRole } from '../persons/record/person.ts';
import type { CredentialKind } from './credential.ts';

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
