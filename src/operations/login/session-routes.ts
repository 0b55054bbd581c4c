import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import { Text } from '../../platform/http/index.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { writeListedPerson } from '../persons/index.ts';
import type { Photos } from '../photos/index.ts';
import { operatorOf } from './routes.ts';
import { KeyAnswer } from './wire.ts';

const MAX_KEY_CHARACTERS = 512;
const shared = {
  set: 'Login',
  verbs: ['GET', 'POST'],
  key: 'required',
  forPerson: false,
  withData: true,
} as const;

/** Returns the person of a key, and revokes the key. */
export function sessionOperations(options: {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'revokeCredentials'>;
  readonly photos: Pick<Photos, 'thumbnailUrl'>;
}): readonly Operation[] {
  const { database, accounts, photos } = options;
  const show = operation({
    ...shared,
    method: 'ConsultaLogin',
    summary: 'Consulta a pessoa da chave enviada',
    query: Type.Object({ key: Text({ maxLength: MAX_KEY_CHARACTERS }) }),
    answer: KeyAnswer,
    audited: false,
    run: async ({ personId, holder, query: { key } }) => {
      const person = await actingPerson(accounts, personId);
      return {
        pessoa: writeListedPerson(person, { key, thumbnailUrl: photos.thumbnailUrl }),
        operador: await operatorOf(database, person, holder?.operator?.id),
      };
    },
  });
  const logOut = operation({
    ...shared,
    method: 'LogOut',
    summary: 'Encerra a chave de um login; uma chave de integração continua valendo',
    answer: Type.Object({}),
    audited: true,
    run: async ({ holder, written }) => {
      if (holder?.credentialKind === 'login') {
        const { credentialId: id, personId } = holder;
        await accounts.revokeCredentials({ id, personId }, (transaction) => written(transaction, undefined));
      } else await database.write((transaction) => written(transaction, undefined));
      return {};
    },
  });
  return [show, logOut];
}
