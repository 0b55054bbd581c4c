import { type Accounts, NOBODY, refuseAccount } from '../../accounts/index.ts';
import { Secret } from '../../platform/index.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { writeListedPerson } from '../persons/index.ts';
import type { Photos } from '../photos/index.ts';
import { LoginAnswer, LoginBody } from './wire.ts';

/** A document and a password of 256 characters. */
const BODY_LIMIT_BYTES = 16 * 1024;

export function loginOperations(options: {
  readonly accounts: Accounts;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
}): readonly Operation[] {
  const { accounts, photos } = options;
  const login = operation({
    set: 'Login',
    method: 'Login',
    verbs: ['POST'],
    summary: 'Troca CPF/CNPJ e senha por uma chave de acesso, que vale 24 horas',
    key: 'none',
    forPerson: false,
    body: LoginBody,
    answer: LoginAnswer,
    withData: true,
    audited: true,
    bodyLimitBytes: BODY_LIMIT_BYTES,
    run: async ({ body, address, note, written }) => {
      accounts.failures.check(address);
      const result = await accounts.logIn({
        document: body.cpfCnpj,
        password: new Secret(body.senha),
        address,
        written: (transaction, { person, credentialId }) => {
          const by = {
            ...NOBODY,
            origin: 'login',
            personId: person.id,
            role: person.role,
            credentialId,
          } as const;
          note({ by, record: `pessoa:${person.id}` });
          return written(transaction, undefined);
        },
      });
      if (result.kind === 'in') {
        const { person, key } = result;
        const pessoa = writeListedPerson(person, { key: key.reveal(), thumbnailUrl: photos.thumbnailUrl });
        return { pessoa, operador: null };
      }
      accounts.failures.record(address);
      if (result.personId !== undefined) note({ record: `pessoa:${result.personId}` });
      if (result.kind === 'wrong') throw refuseAccount('login_invalid');
      throw refuseAccount('login_locked', { retryAfterSeconds: result.retryAfterSeconds });
    },
  });
  return [login];
}
