import type { WriteTransaction } from '../../platform/database/index.ts';
import type { Written } from '../options.ts';
import type { ChoosePasswordOptions } from '../passwords/choose-password.ts';
import type { Person } from '../persons/record/person.ts';
import { type LoginOptions, type LoginResult, type LoginTry, logIn } from './log-in.ts';
import {
  chooseOperatorPassword,
  endOperatorLogins,
  logInOperator,
  type OperatorLoginResult,
  type OperatorTry,
} from './log-in-operator.ts';
import { loginHeldUntil, unlockLogin } from './unlock.ts';

/** Logins of the operational interface, and the lock of a login. Each use case documents the refusals it throws. */
export interface Logins {
  logIn(given: LoginTry): Promise<LoginResult>;
  /** Of an operator of a person's tills. */
  logInOperator(given: OperatorTry): Promise<OperatorLoginResult>;
  endOperatorLogins(transaction: WriteTransaction, operatorId: number): Promise<void>;
  chooseOperatorPassword(given: Parameters<typeof chooseOperatorPassword>[1]): Promise<string>;
  unlockLogin(id: number, written?: Written<Person>): Promise<void>;
  /** Until when logging in is blocked after wrong passwords; undefined when it is not. */
  loginHeldUntil(person: Person): Promise<number | undefined>;
}

export function createLogins(options: LoginOptions & ChoosePasswordOptions): Logins {
  return {
    logIn: (given) => logIn(options, given),
    logInOperator: (given) => logInOperator(options, given),
    endOperatorLogins,
    chooseOperatorPassword: (given) => chooseOperatorPassword(options, given),
    unlockLogin: (id, written) => unlockLogin(options, id, written),
    loginHeldUntil: (person) => loginHeldUntil(options, person),
  };
}
