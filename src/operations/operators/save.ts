import type { Accounts } from '../../accounts/accounts.ts';
import type { Written } from '../../accounts/options.ts';
import { type Database, lockSequence } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { Operator, OperatorProfile } from './operator.ts';
import { findOperator, findOperatorByLogin, insertOperator, updateOperator } from './store.ts';
import type { OperatorTables } from './tables.ts';

/** Undefined: as it is; of a new operator, active and at the till. */
export interface OperatorToSave {
  readonly personId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  readonly name: string;
  readonly login: string | undefined;
  readonly email: string | undefined;
  readonly active: boolean | undefined;
  readonly profile: OperatorProfile | undefined;
  readonly passwordHash: string | undefined;
}

const NEW_OPERATOR = { email: undefined, active: 1, profile: 'caixa', passwordHash: undefined } as const;

const LOGS_IN_BY = ['login', 'active', 'profile', 'passwordHash'] as const;

function isActive({ active }: OperatorToSave, before: Pick<Operator, 'active'>): Operator['active'] {
  if (active === undefined) return before.active;
  return active ? 1 : 0;
}

/**
 * Adds an operator, or edits the one with the id. Its logins end when its login, password, profile or activity changes.
 * Refusals: not_found, value_invalid, records_exceeded.
 */
export function saveOperator(
  {
    database,
    accounts,
  }: { readonly database: Database; readonly accounts: Pick<Accounts, 'endOperatorLogins'> },
  wanted: OperatorToSave,
  written: Written<Operator>,
): Promise<Operator> {
  const { personId, id, name } = wanted;
  return database.write(async (transaction) => {
    // One at a time, so that two do not get the same login.
    await lockSequence(transaction, 'operator');
    const tables = transaction.tables<OperatorTables>();
    const known = id === undefined ? undefined : await findOperator(tables, personId, id);
    if (id !== undefined && !known) throw operationRefuse('not_found');
    const login = (wanted.login ?? known?.login ?? name).toLowerCase();
    const namesake = await findOperatorByLogin(tables, personId, login);
    if (namesake && namesake.id !== id) {
      throw operationRefuse('value_invalid', {
        field: 'login',
        message: 'Já existe um operador com este login.',
      });
    }
    const before = known ?? {
      id: await newRecordId(transaction, 'operator', personId),
      ...NEW_OPERATOR,
    };
    const operator: Operator = {
      ...before,
      personId,
      name,
      login,
      email: wanted.email ?? before.email,
      active: isActive(wanted, before),
      profile: wanted.profile ?? before.profile,
      passwordHash: wanted.passwordHash ?? before.passwordHash,
    };
    await (known ? updateOperator(tables, operator) : insertOperator(tables, operator));
    if (known && LOGS_IN_BY.some((name) => known[name] !== operator[name])) {
      await accounts.endOperatorLogins(transaction, operator.id);
    }
    await written(transaction, operator);
    return operator;
  });
}
