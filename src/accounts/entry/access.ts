import type { Secret } from '../../platform/secret.ts';
import type { PasswordCheckHook } from '../logins/password-verdict.ts';
import type { AccountsOptions, Written } from '../options.ts';
import type { ChoosePasswordOptions } from '../passwords/choose-password.ts';
import type { PasswordOptions } from '../passwords/password.ts';
import type { Person } from '../persons/record/person.ts';
import { deactivatePerson, reactivatePerson } from './deactivate.ts';
import { createPanelAccess, type PanelAccess } from './panel-access.ts';
import { findLink, type PasswordToSet, setPassword } from './set-password.ts';

/** How a person, and the users of its team, get in and no more in. Each use case documents the refusals it throws. */
export interface PersonAccess {
  /** Logins, sessions and team of the panel. */
  readonly panel: PanelAccess;
  deactivatePerson(id: number, written?: Written<Person>): Promise<Person>;
  reactivatePerson(id: number, written?: Written<Person>): Promise<Person>;
  findLink(token: Secret): Promise<Pick<Person, 'id' | 'name'> | undefined>;
  setPassword(given: PasswordToSet): Promise<number>;
}

export function createPersonAccess(
  options: AccountsOptions & PasswordOptions & PasswordCheckHook,
  passwords: Pick<ChoosePasswordOptions, 'passwordChecks' | 'estimateGuesses'>,
): PersonAccess {
  return {
    panel: createPanelAccess(options, passwords),
    findLink: (token) => findLink(options, token),
    setPassword: (given) => setPassword({ ...options, ...passwords }, given),
    deactivatePerson: (id, written) => deactivatePerson(options, id, written),
    reactivatePerson: (id, written) => reactivatePerson(options, id, written),
  };
}
