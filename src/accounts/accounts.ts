import type { Job } from '../platform/jobs/index.ts';
import { type AuditLog, createAuditLog } from './audit/audit.ts';
import { type Credentials, createCredentials } from './credentials/credentials.ts';
import { createDemoAccounts, type DemoAccounts } from './demo.ts';
import { createPersonAccess, type PersonAccess } from './entry/access.ts';
import { createLogins, type Logins } from './logins/logins.ts';
import type { PasswordCheckHook } from './logins/password-verdict.ts';
import type { AccountsOptions } from './options.ts';
import { createEstimateGuesses } from './passwords/guesses.ts';
import type { PasswordOptions } from './passwords/password.ts';
import { createPasswordChecks } from './passwords/password-checks.ts';
import type { AddedHook } from './persons/add.ts';
import { createPersons, type Persons } from './persons/persons.ts';
import type { RegistrationHook } from './persons/record/registration.ts';
import { createShops, type Shops } from './shops/shops.ts';
import { createSweep } from './sweep.ts';

/** What the rooms need. */
export interface CreateAccountsOptions
  extends AccountsOptions,
    PasswordOptions,
    PasswordCheckHook,
    AddedHook,
    RegistrationHook {}

/** Who may do what: all rooms together. Whoever needs one of them asks for that one. */
export interface Accounts extends Persons, Credentials, Logins, PersonAccess, AuditLog, Shops {
  readonly jobs: readonly Job[];
  /** Sandbox only, before anything else writes; undefined when they existed already. */
  createDemoAccounts(): Promise<DemoAccounts | undefined>;
}

/** One thread for all accounts of a process: its word lists take 50 MB, and half a second to load. */
const estimateGuesses = createEstimateGuesses();

export function createAccounts(options: CreateAccountsOptions): Accounts {
  const passwords = { passwordChecks: createPasswordChecks(), estimateGuesses };
  const { job: lastUseJob, ...credentials } = createCredentials(options);
  const { job: sealJob, ...auditLog } = createAuditLog(options);
  return {
    ...createPersons(options),
    ...credentials,
    ...createLogins({ ...options, ...passwords }),
    ...createPersonAccess(options, passwords),
    ...auditLog,
    ...createShops(options),
    jobs: [createSweep(options), sealJob, lastUseJob],
    createDemoAccounts: () => createDemoAccounts(options),
  };
}
