import Type from 'typebox';
import type { Accounts } from '../../accounts/accounts.ts';
import { type CardForms, findOpenForm } from '../client-cards/index.ts';
import { getClient } from '../clients/index.ts';
import { adaptAmounts } from '../interface/adapt-amounts.ts';
import { longList } from '../interface/long-list.ts';
import { inWireNames } from '../interface/member-names.ts';
import { type Operation, operation } from '../interface/operation.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { recordNamed } from '../interface/request.ts';
import { cancelRecurrence } from './cancel.ts';
import { findCardOfEntries } from './card-of-entry.ts';
import { type CreateOptions, createRecurrence } from './create.ts';
import { ENTRY_STATUS, type Recurrence } from './recurrence.ts';
import { ListedRecurrenceRecord, RecurrenceBody, RecurrenceRecord } from './schema.ts';
import { countEntries, findRecurrence, selectEntries, selectRecurrences } from './store.ts';
import type { RecurrenceTables } from './tables.ts';
import { RECURRENCE_NAMES, readRecurrence, writeListedRecurrence, writeRecurrence } from './wire.ts';

interface RecurrenceRooms extends CreateOptions {
  readonly accounts: Pick<Accounts, 'mayActFor'>;
  readonly cardForms: CardForms;
}

const shared = {
  set: 'PagamentoRecorrente',
  verbs: ['GET', 'POST'],
  key: 'required',
  wrapper: 'pagamentoRecorrente',
  withData: true,
} as const;
const one = Type.Object({ pagamentoRecorrente: RecurrenceRecord });
const named = recordNamed('pagamentoRecorrenteId');

export function recurrenceOperations(rooms: RecurrenceRooms): readonly Operation[] {
  return [insertOperation(rooms), cancelOperation(rooms), getOperation(rooms), listOperation(rooms)];
}

function insertOperation(rooms: RecurrenceRooms): Operation {
  return operation({
    ...shared,
    method: 'Insert',
    summary: 'Cobra um valor do cartão de um cliente todo mês',
    forPerson: true,
    body: RecurrenceBody,
    adapt: adaptAmounts,
    answer: one,
    audited: true,
    run: ({ personId, body, idempotencyKey, written }) =>
      inWireNames(
        RECURRENCE_NAMES,
        createRecurrence(rooms, readRecurrence(body, personId, rooms.time), { key: idempotencyKey }, written),
      ),
    finish: (_call, recurrence) => answerOf(rooms, recurrence),
  });
}

function cancelOperation(rooms: RecurrenceRooms): Operation {
  return operation({
    ...shared,
    method: 'Cancelar',
    summary: 'Cancela o que falta cobrar de uma recorrência',
    forPerson: true,
    query: named.parameters,
    body: named.parameters,
    answer: one,
    audited: true,
    run: ({ personId, query, body, written }) => {
      const id = named.idIn({ query, body });
      return cancelRecurrence(rooms, { personId, id }, written);
    },
    finish: (_call, recurrence) => answerOf(rooms, recurrence),
  });
}

function getOperation(rooms: RecurrenceRooms): Operation {
  return operation({
    ...shared,
    method: 'GetById',
    summary: 'Consulta uma recorrência, com as suas cobranças',
    forPerson: true,
    query: named.parameters,
    body: named.parameters,
    answer: one,
    audited: false,
    run: async ({ personId, query, body }) => {
      const id = named.idIn({ query, body });
      const found = await findRecurrence(rooms.database.read<RecurrenceTables>(), personId, id);
      if (!found) throw operationRefuse('not_found');
      return answerOf(rooms, found);
    },
  });
}

function listOperation(rooms: RecurrenceRooms): Operation {
  const wanted = recordNamed('clienteId');
  return operation({
    ...shared,
    method: 'GetByClienteId',
    summary: 'Lista as recorrências de um cliente',
    forPerson: false,
    query: wanted.parameters,
    body: wanted.parameters,
    answer: Type.Object({ pagamentosRecorrentes: Type.Array(ListedRecurrenceRecord) }),
    audited: false,
    run: async ({ holder, query, body }) => {
      const id = wanted.idIn({ query, body });
      const { personId } = await getClient(rooms, holder, { id, sellerId: undefined });
      const tables = rooms.database.read<RecurrenceTables>();
      return {
        pagamentosRecorrentes: longList(
          async (page) => {
            const found = await selectRecurrences(tables, { personId, clientId: id }, page);
            const ids = found.map((recurrence) => recurrence.id);
            const counts = await countEntries(tables, ids);
            return found.map((recurrence) => ({
              id: recurrence.id,
              written: writeListedRecurrence(recurrence, counts.get(recurrence.id) ?? new Map(), rooms.time),
            }));
          },
          ({ written }) => written,
        ),
      };
    },
  });
}

async function answerOf(rooms: RecurrenceRooms, recurrence: Recurrence): Promise<object> {
  const { id, personId, clientId } = recurrence;
  const entries = await selectEntries(rooms.database.read<RecurrenceTables>(), id);
  const isOver = entries.every(({ status }) => status !== ENTRY_STATUS.scheduled);
  const needsCard = !isOver && !(await findCardOfEntries(rooms, recurrence));
  const formUrl = needsCard ? await findOpenForm(rooms, personId, clientId) : undefined;
  return { pagamentoRecorrente: writeRecurrence(recurrence, entries, { time: rooms.time, formUrl }) };
}
