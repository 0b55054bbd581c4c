import type { Kysely } from 'kysely';
import type { Accounts } from '../../accounts/accounts.ts';
import { NOBODY } from '../../accounts/audit/index.ts';
import type { OperatorLogin } from '../../accounts/logins/index.ts';
import type { Person } from '../../accounts/persons/index.ts';
import { refuseAccount } from '../../accounts/refusals.ts';
import type { Database } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import { type Operation, operation } from '../interface/operation.ts';
import {
  findOperator,
  findOperatorByTypedLogin,
  type OperatorTables,
  writeOperator,
} from '../operators/index.ts';
import { writeListedPerson } from '../persons/index.ts';
import type { Photos } from '../photos/index.ts';
import { LoginAnswer, LoginBody, NO_APPS } from './wire.ts';

/** A document and a password of 256 characters. */
const BODY_LIMIT_BYTES = 16 * 1024;

export function loginOperations(options: {
  readonly accounts: Accounts;
  readonly database: Pick<Database, 'read'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
}): readonly Operation[] {
  const { accounts, database, photos } = options;
  const login = operation({
    set: 'Login',
    method: 'Login',
    verbs: ['POST'],
    summary:
      'Troca CPF/CNPJ e senha, da pessoa ou de um operador, por uma chave de acesso, que vale 24 horas',
    key: 'none',
    forPerson: false,
    body: LoginBody,
    answer: LoginAnswer,
    withData: true,
    audited: true,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    run: async ({ body, address, note, written }) => {
      accounts.failures.check(address);
      const given = { document: body.cpfCnpj, password: new Secret(body.senha), address };
      const operatorLogin = body.operador?.trim();
      const noteLogin = (person: Person, credentialId: number) => {
        const by = {
          ...NOBODY,
          origin: 'login',
          personId: person.id,
          role: person.role,
          credentialId,
        } as const;
        note({ by, record: `pessoa:${person.id}` });
      };
      const result = operatorLogin
        ? await accounts.logInOperator({
            ...given,
            login: operatorLogin,
            find: (tables, personId) => findLogin(tables(), personId, operatorLogin),
            written: (transaction, { person, credentialId, operatorId }) => {
              noteLogin(person, credentialId);
              note({ record: `operador:${operatorId}` });
              return written(transaction, undefined);
            },
          })
        : await accounts.logIn({
            ...given,
            written: (transaction, { person, credentialId }) => {
              noteLogin(person, credentialId);
              return written(transaction, undefined);
            },
          });
      if (result.kind === 'in') {
        const { person, key } = result;
        const pessoa = writeListedPerson(person, { key: key.reveal(), thumbnailUrl: photos.thumbnailUrl });
        const operatorId = 'operatorId' in result ? result.operatorId : undefined;
        return { pessoa, operador: await operatorOf(database, person, operatorId), ...NO_APPS };
      }
      accounts.failures.record(address);
      if (result.personId !== undefined) {
        note({ record: `pessoa:${result.personId}`, forPersonId: result.personId });
      }
      if (result.kind === 'wrong') throw refuseAccount('login_invalid');
      throw refuseAccount('login_locked', { retryAfterSeconds: result.retryAfterSeconds });
    },
  });
  return [login];
}

async function findLogin(
  tables: Kysely<OperatorTables>,
  personId: number,
  login: string,
): Promise<OperatorLogin | undefined> {
  const operator = await findOperatorByTypedLogin(tables, personId, login);
  return operator?.active === 1 ? operator : undefined;
}

/** `operador` of an answer: null for the person itself. */
export async function operatorOf(
  database: Pick<Database, 'read'>,
  person: Person,
  operatorId: number | undefined,
): Promise<object | null> {
  if (operatorId === undefined) return null;
  const operator = await findOperator(database.read<OperatorTables>(), person.id, operatorId);
  return operator ? writeOperator(operator, person) : null;
}
