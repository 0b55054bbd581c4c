import Type, { type Static } from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Person } from '../../accounts/persons/index.ts';
import { isReceiverUrl } from '../../platform/addresses/receiver-url.ts';
import { type Database, nextId, type WriteTransaction } from '../../platform/database/index.ts';
import { Int } from '../../platform/http/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { withScheme } from '../interface/receiver-address.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import { Line } from '../interface/texts.ts';
import { CALLBACK_TYPES, type CallbackAddress, type CallbackType, callbackTypeName } from './callback.ts';
import { type CallbackTables, deleteAddress, findAddress, putAddress } from './store.ts';

const MAX_URL_CHARACTERS = 500;
const MAX_TYPE = 99;

interface CallbackRooms {
  readonly database: Database;
  readonly clock: Clock;
  readonly accounts: Pick<Accounts, 'findPerson'>;
  /** Whether callbacks may only go to public addresses. */
  readonly production: boolean;
}

const CallbackBody = Type.Object({
  callbackTipo: Type.Optional(
    Int({ minimum: 0, maximum: MAX_TYPE, description: '1 vendas, 2 consulta, 3 impressão', examples: [1] }),
  ),
  urlCallback: Type.Optional(
    Line({ maxLength: MAX_URL_CHARACTERS, examples: ['https://loja.example/retorno'] }),
  ),
});
const CallbackRecord = Type.Object(
  {
    id: Type.Integer(),
    callbackTipo: Type.Object({ id: Type.Integer(), nome: Type.String() }),
    urlCallback: Type.String(),
    pessoa: Type.Object({
      id: Type.Integer(),
      nome: Type.String(),
      sobrenomeNomeFantasia: Type.Union([Type.String(), Type.Null()]),
    }),
  },
  { title: 'Callback' },
);

const shared = {
  set: 'Callback',
  key: 'required',
  forPerson: true,
  wrapper: 'callback',
  query: CallbackBody,
  body: CallbackBody,
  answer: Type.Object({ callback: CallbackRecord }),
  withData: true,
  audited: true,
} as const;

export function callbackOperations(rooms: CallbackRooms): readonly Operation[] {
  return [saveOperation(rooms, 'Insert'), saveOperation(rooms, 'Update'), deleteOperation(rooms)];
}

/** Insert replaces the address of a type that has one; Update needs one. */
function saveOperation(
  { database, clock, accounts, production }: CallbackRooms,
  method: 'Insert' | 'Update',
): Operation {
  return operation({
    ...shared,
    method,
    verbs: ['GET', 'POST'],
    summary:
      method === 'Insert'
        ? 'Define o endereço que recebe os avisos de um tipo'
        : 'Troca o endereço dos avisos de um tipo',
    run: async ({ personId, query, body, written }) => {
      const type = readType(body.callbackTipo ?? query.callbackTipo);
      const url = readUrl(body.urlCallback ?? query.urlCallback, production);
      const saved = await database.write(async (transaction) => {
        const tables = transaction.tables<CallbackTables>();
        const id = await nextId(transaction, 'callback_address');
        if (method === 'Update') await existing(transaction, personId, type);
        const put = await putAddress(tables, { id, personId, type, url, createdAt: clock.now() });
        await written(transaction, put);
        return put;
      });
      return { callback: writeCallback(saved, await actingPerson(accounts, personId)) };
    },
  });
}

function deleteOperation({ database, accounts }: CallbackRooms): Operation {
  return operation({
    ...shared,
    method: 'Delete',
    verbs: ['DELETE', 'POST', 'GET'],
    summary: 'Retira o endereço dos avisos de um tipo',
    run: async ({ personId, query, body, written }) => {
      const type = readType(body.callbackTipo ?? query.callbackTipo);
      const gone = await database.write(async (transaction) => {
        const found = await existing(transaction, personId, type);
        await deleteAddress(transaction.tables<CallbackTables>(), found.id);
        await written(transaction, found);
        return found;
      });
      return { callback: writeCallback(gone, await actingPerson(accounts, personId)) };
    },
  });
}

async function existing(
  transaction: WriteTransaction,
  personId: number,
  type: CallbackType,
): Promise<CallbackAddress> {
  const found = await findAddress(transaction.tables<CallbackTables>(), personId, type);
  if (!found) throw operationRefuse('not_found');
  return found;
}

function readType(sent: number | undefined): CallbackType {
  if (sent === undefined) throw missingParameter('callbackTipo');
  const type = CALLBACK_TYPES.find((known) => known === sent);
  if (type !== undefined) return type;
  throw operationRefuse('value_invalid', {
    field: 'callbackTipo',
    message: 'O campo callbackTipo deve ser 1 (vendas), 2 (consulta) ou 3 (impressão).',
  });
}

function readUrl(sent: string | undefined, production: boolean): string {
  if (sent === undefined) throw missingParameter('urlCallback');
  const url = withScheme(sent);
  if (isReceiverUrl(url, { production, maxCharacters: MAX_URL_CHARACTERS })) return url;
  throw operationRefuse('value_invalid', {
    field: 'urlCallback',
    message: 'O campo urlCallback deve ser um endereço público http ou https, de até 500 caracteres.',
  });
}

function writeCallback({ id, type, url }: CallbackAddress, person: Person): Static<typeof CallbackRecord> {
  return {
    id,
    callbackTipo: { id: type, nome: callbackTypeName(type) },
    urlCallback: url,
    pessoa: { id: person.id, nome: person.name, sobrenomeNomeFantasia: person.tradeName ?? null },
  };
}
