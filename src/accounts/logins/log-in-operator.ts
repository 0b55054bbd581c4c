import type { Kysely } from 'kysely';
import { lockSequence, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { KeyOperator } from '../credentials/key-holder.ts';
import { deleteOperatorLogins } from '../credentials/login-keys-store.ts';
import type { Written } from '../options.ts';
import { type ChoosePasswordOptions, choosePassword } from '../passwords/choose-password.ts';
import type { Person } from '../persons/record/person.ts';
import { findPerson } from '../persons/record/store.ts';
import { refuseAccount } from '../refusals.ts';
import { checkPassword, sourceOf } from './check-password.ts';
import { insertLoginKey, type LoginOptions } from './log-in.ts';
import { loginName, mayBeDocument } from './login-name.ts';
import { findPassword } from './store.ts';
import type { LoginTables } from './tables.ts';

/** An active operator of a person's tills. */
export interface OperatorLogin extends KeyOperator {
  /** Undefined: it has no password, and cannot log in. */
  readonly passwordHash: string | undefined;
}

export interface OperatorTry {
  /** CPF or CNPJ of the person, as typed. */
  readonly document: string;
  /** The operator's login, as typed. */
  readonly login: string;
  readonly password: Secret;
  readonly address: string;
  /**
   * The person's active operator with that login, which is compared here and never part of a statement: it may be a
   * password. Called outside a transaction and, before a key is given, in one.
   */
  find(tables: <Tables>() => Kysely<Tables>, personId: number): Promise<OperatorLogin | undefined>;
  /** Called for a login that returns a key. */
  readonly written: Written<{
    readonly person: Person;
    readonly credentialId: number;
    readonly operatorId: number;
  }>;
}

export type OperatorLoginResult =
  | {
      readonly kind: 'in';
      readonly person: Person;
      readonly key: Secret;
      readonly operatorId: number;
    }
  | { readonly kind: 'wrong'; readonly personId: number | undefined }
  | { readonly kind: 'locked'; readonly personId: number | undefined; readonly retryAfterSeconds: number };

/**
 * Checks the password of an operator of a person's tills, and issues a key that is held to its profile. As for a person,
 * an unknown login takes the same steps as a wrong password. Throws `passwords_busy`.
 */
export async function logInOperator(
  options: LoginOptions,
  { document, login, password, address, find, written }: OperatorTry,
): Promise<OperatorLoginResult> {
  const { database, vault } = options;
  const personName = loginName(document);
  const name = `${personName}/${login.trim().toLowerCase()}`;
  const source = sourceOf(vault, { name, address });
  let personId: number | undefined;
  let hash: string | undefined;
  const verdict = await checkPassword(options, {
    name,
    password,
    address,
    exempt: false,
    stored: async () => {
      if (!mayBeDocument(personName, options.checkDocuments)) return undefined;
      personId = (await findPassword(database.read<LoginTables>(), personName))?.id;
      const operator = personId === undefined ? undefined : await find(database.read, personId);
      hash = operator?.passwordHash;
      return hash;
    },
  });
  if (verdict.kind === 'locked') return { ...verdict, personId };
  if (verdict.kind === 'wrong' || personId === undefined) return { kind: 'wrong', personId };
  const id = personId;
  return database.write(async (transaction) => {
    // Excludes a concurrent edit of the operator, which ends its logins: none may be issued after it.
    const credentialId = await nextId(transaction, 'credential');
    const person = await findPerson(transaction.tables<LoginTables>(), id);
    const operator = await find(<Tables>() => transaction.tables<Tables>(), id);
    if (person?.status !== 'active' || !operator || operator.passwordHash !== hash) {
      return { kind: 'wrong', personId: id };
    }
    const { id: operatorId, profile } = operator;
    const key = await insertLoginKey(options, transaction, {
      id: credentialId,
      personId: id,
      source,
      operator: { id: operatorId, profile },
    });
    await written(transaction, { person, credentialId, operatorId });
    return { kind: 'in', person, key, operatorId };
  });
}

/** Ends the keys of an operator whose password, profile or activity changes, in the transaction of that change. */
export async function endOperatorLogins(transaction: WriteTransaction, operatorId: number): Promise<void> {
  // After this no login that checked the old password issues a key.
  await lockSequence(transaction, 'credential');
  await deleteOperatorLogins(transaction.tables<LoginTables>(), operatorId);
}

/** Returns the hash of an operator's new password. Throws what `choosePassword` throws, and `person_unknown`. */
export async function chooseOperatorPassword(
  options: ChoosePasswordOptions,
  {
    personId,
    password,
    known,
  }: {
    readonly personId: number;
    readonly password: Secret;
    readonly known: readonly (string | undefined)[];
  },
): Promise<string> {
  const person = await findPerson(options.database.read<LoginTables>(), personId);
  if (!person) throw refuseAccount('person_unknown');
  return choosePassword(options, {
    password,
    owner: undefined,
    document: person.document,
    known: [person.name, person.tradeName, ...known],
    // Systems send the whole record again to edit it: the same password is no fault.
    current: undefined,
  });
}
