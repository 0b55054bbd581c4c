import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { filters, Int } from '../../platform/http/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { type Client, getClient } from '../clients/index.ts';
import { inWireNames } from '../interface/member-names.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { existingId } from '../interface/record-id.ts';
import { missingParameter, operationRefuse } from '../interface/refusals.ts';
import type { ClientCard } from './client-card.ts';
import { readCards } from './read.ts';
import { addCard, editCard, type SaveCardOptions } from './save.ts';
import { ClientCardBody, ClientCardRecord, ClientOfCard, readClientId, writeClientCard } from './wire.ts';

export interface ClientCardRooms extends SaveCardOptions {
  readonly accounts: Pick<Accounts, 'mayActFor'>;
  readonly time: LocalTime;
}

const shared = {
  set: 'ClienteCartao',
  verbs: ['GET', 'POST'],
  key: 'required',
  wrapper: 'clienteCartao',
} as const;

export function clientCardOperations(rooms: ClientCardRooms): readonly Operation[] {
  return [insertOperation(rooms), listOperation(rooms)];
}

const NAMES = { clientId: 'clienteId' };

function insertOperation(rooms: ClientCardRooms): Operation {
  return operation({
    ...shared,
    method: 'Insert',
    summary: 'Abre uma página para o cliente digitar um cartão, ou edita o cartão do id enviado',
    forPerson: true,
    body: ClientCardBody,
    answer: Type.Object({ clienteCartao: ClientCardRecord }),
    withData: true,
    audited: true,
    run: ({ personId, body, written }) => {
      const id = existingId(body.id);
      const clientId = readClientId(body);
      const preferred = body.preferencial;
      if (id !== undefined)
        return inWireNames(NAMES, editCard(rooms, { personId, id, clientId, preferred }, written));
      if (clientId === undefined) throw missingParameter('clienteId');
      const card = { personId, clientId, preferred: preferred ?? false };
      return inWireNames(NAMES, addCard(rooms, card, written));
    },
    finish: async ({ holder }, card) => {
      const client = await getClient(rooms, holder, { id: card.clientId, sellerId: card.personId });
      return { clienteCartao: await cardNow(rooms, card, client) };
    },
  });
}

async function cardNow(rooms: ClientCardRooms, { id, personId }: ClientCard, client: Client) {
  const cards = await readCards(rooms, personId, client.id);
  const card = cards.find((one) => one.id === id);
  if (!card) throw operationRefuse('not_found');
  return writeClientCard(card, client, rooms.time);
}

function listOperation(rooms: ClientCardRooms): Operation {
  const cards = Type.Array(ClientCardRecord);
  return operation({
    ...shared,
    method: 'GetByClienteId',
    summary: 'Lista os cartões de um cliente',
    forPerson: false,
    query: ClientOfCard,
    body: Type.Object({
      ...ClientOfCard.properties,
      ...filters({ draw: Int({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Devolvido' }) })
        .properties,
    }),
    answer: Type.Object({
      draw: Type.Integer(),
      recordsTotal: Type.Integer(),
      recordsFiltered: Type.Integer(),
      data: cards,
      listaClienteCartao: cards,
    }),
    // Here `data` is the list, as deployed clients read it.
    withData: false,
    audited: false,
    run: async ({ holder, query, body }) => {
      const id = readClientId(query, body);
      if (id === undefined) throw missingParameter('clienteId');
      const client = await getClient(rooms, holder, { id, sellerId: undefined });
      const found = await readCards(rooms, client.personId, client.id);
      const written = found.map((card) => writeClientCard(card, client, rooms.time));
      return {
        draw: body.draw ?? 0,
        recordsTotal: written.length,
        recordsFiltered: written.length,
        data: written,
        listaClienteCartao: written,
      };
    },
  });
}
