import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import type { Database } from '../../platform/database/index.ts';
import { actingPerson } from '../interface/acting-person.ts';
import { longList } from '../interface/long-list.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { existingId, RecordId } from '../interface/record-id.ts';
import { missingParameter } from '../interface/refusals.ts';
import { getClient } from './get.ts';
import { saveClient } from './save.ts';
import { selectClients } from './store.ts';
import type { ClientTables } from './tables.ts';
import { ClientBody, ClientRecord, readClient, writeClient } from './wire.ts';

interface ClientOperations {
  readonly database: Database;
  readonly accounts: Pick<Accounts, 'findPerson' | 'mayActFor'>;
  readonly checkDocuments: boolean;
}

const set = 'Cliente';

export function clientOperations(options: ClientOperations): readonly Operation[] {
  return [insertOperation(options), getOperation(options), listOperation(options)];
}

function insertOperation({ database, accounts, checkDocuments }: ClientOperations): Operation {
  return operation({
    set,
    method: 'Insert',
    verbs: ['POST'],
    summary: 'Cria um cliente de cobrança recorrente, ou edita o do id enviado',
    key: 'required',
    forPerson: true,
    wrapper: 'cliente',
    body: ClientBody,
    answer: Type.Object({ cliente: ClientRecord }),
    withData: true,
    audited: true,
    run: async ({ personId, body, written }) => {
      const seller = await actingPerson(accounts, personId);
      const client = await saveClient(
        database,
        { ...readClient(body, { checkDocuments }), personId },
        written,
      );
      return { cliente: writeClient(client, seller) };
    },
  });
}

function getOperation(options: ClientOperations): Operation {
  const parameters = Type.Object({
    clienteId: Type.Optional(RecordId({ description: 'Obrigatório, na query ou no corpo', examples: [1] })),
    pessoaId: Type.Optional(RecordId({ description: 'Se enviado, o cliente deve ser desta pessoa' })),
    pessoaVendedorId: Type.Optional(RecordId({ description: 'O mesmo que pessoaId' })),
  });
  return operation({
    set,
    method: 'GetById',
    verbs: ['GET', 'POST'],
    summary: 'Consulta um cliente',
    key: 'required',
    forPerson: false,
    wrapper: 'cliente',
    query: parameters,
    body: parameters,
    answer: Type.Object({ cliente: ClientRecord }),
    withData: true,
    audited: false,
    run: async ({ holder, query, body }) => {
      const id = query.clienteId ?? body.clienteId;
      if (id === undefined) throw missingParameter('clienteId');
      const client = await getClient(options, holder, {
        id,
        sellerId: [query.pessoaId, query.pessoaVendedorId, body.pessoaId, body.pessoaVendedorId]
          .map(existingId)
          .find((sellerId) => sellerId !== undefined),
      });
      return { cliente: writeClient(client, await actingPerson(options.accounts, client.personId)) };
    },
  });
}

function listOperation({ database, accounts }: ClientOperations): Operation {
  return operation({
    set,
    method: 'GetByPessoaId',
    verbs: ['GET', 'POST'],
    summary: 'Lista os clientes de uma pessoa',
    key: 'required',
    forPerson: true,
    answer: Type.Object({ clientes: Type.Array(ClientRecord) }),
    withData: true,
    audited: false,
    run: async ({ personId }) => {
      const seller = await actingPerson(accounts, personId);
      const tables = database.read<ClientTables>();
      return {
        clientes: longList(
          (page) => selectClients(tables, personId, page),
          (client) => writeClient(client, seller),
        ),
      };
    },
  });
}
