import { randomBytes } from 'node:crypto';
import { type Accounts, type CreateAccountsOptions, createAccounts } from '../../accounts/accounts.ts';
import { insertDefaultProduct } from '../../operations/index.ts';
import type { Config } from '../config/config.ts';

/** Persons and their access, with what the back office adds to each. */
export function openAccounts(
  { mode, checkDocuments }: Pick<Config, 'mode' | 'checkDocuments'>,
  { database, clock, vault }: Pick<CreateAccountsOptions, 'database' | 'clock' | 'vault'>,
  options: Pick<CreateAccountsOptions, 'onRegistration' | 'onPasswordCheck'> & {
    readonly passwordCost?: CreateAccountsOptions['passwordCost'];
    publicUrl(): string;
  },
): Accounts {
  return createAccounts({
    database,
    vault,
    clock,
    randomBytes,
    passwordCost: options.passwordCost,
    mode,
    checkDocuments,
    get publicUrl() {
      return options.publicUrl();
    },
    onPersonAdded: insertDefaultProduct,
    ...(options.onRegistration ? { onRegistration: options.onRegistration } : {}),
    ...(options.onPasswordCheck ? { onPasswordCheck: options.onPasswordCheck } : {}),
  });
}
