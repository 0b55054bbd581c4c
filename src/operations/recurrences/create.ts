import type { Written } from '../../accounts/options.ts';
import { type Database, nextId, nextIds, type WriteTransaction } from '../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../platform/time/clock.ts';
import { refuseArchived } from '../archived.ts';
import { CHARGES } from '../charges/index.ts';
import { addCardOfForm, type CardForms, findOpenForm } from '../client-cards/index.ts';
import { type ClientTables, findClient } from '../clients/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { findKeyed, rememberKeyed } from '../interface/request-keys.ts';
import { findCardOfEntries } from './card-of-entry.ts';
import { ENTRY_STATUS, type Recurrence, type RecurrenceEntry } from './recurrence.ts';
import { dueTimes, monthsLater } from './schedule.ts';
import { findRecurrence, insertRecurrence } from './store.ts';
import { RECURRENCE_ENTRIES, type RecurrenceTables } from './tables.ts';

/** How long from today a recurrence may start: ten years. */
const LATEST_START_MONTHS = 120;

export interface CreateOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly cardForms: CardForms;
  readonly time: LocalTime;
}

export type RecurrenceToCreate = Pick<
  Recurrence,
  'personId' | 'clientId' | 'reference' | 'description' | 'startsAt' | 'months' | 'amount'
>;

/** Who asks for a recurrence. */
interface RecurrenceOrigin {
  /** The Idempotency-Key of the request. */
  readonly key: string | undefined;
  /** Not of an archived client. */
  readonly onlyInUse?: boolean;
}

/**
 * Creates a recurrence with all its entries, each of which has a charge that is due when it is. Opens a form for a card
 * when the client has none that can be charged. Refusals: value_invalid, key_reused, client_archived.
 */
export async function createRecurrence(
  options: CreateOptions,
  wanted: RecurrenceToCreate,
  { key, onlyInUse = false }: RecurrenceOrigin,
  written: Written<Recurrence>,
): Promise<Recurrence> {
  const { database, clock, time } = options;
  const { personId, clientId, startsAt, months } = wanted;
  const client = await findClient(database.read<ClientTables>(), personId, clientId);
  if (!client) throw wrong('clientId', `Cliente ${clientId} não encontrado.`);
  const at = clock.now();
  if (startsAt.slice(0, 10) > monthsLater(time.iso(at), LATEST_START_MONTHS).slice(0, 10)) {
    throw wrong('startsAt', 'O campo {startsAt} deve ser no máximo daqui a 10 anos.');
  }
  const [first = 0, ...later] = dueTimes(startsAt, months, time);
  if (time.day(first) < time.day(at)) {
    throw wrong('startsAt', 'O campo {startsAt} não pode ser um dia que já passou.');
  }
  const isRefused = onlyInUse && client.archived;
  const formId = isRefused ? undefined : await formForClient(options, wanted);
  const request = { personId, operation: 'PagamentoRecorrente/Insert', key, contents: wanted };
  return database.write(async (transaction) => {
    const knownId = await findKeyed(transaction, request);
    const known =
      knownId && (await findRecurrence(transaction.tables<RecurrenceTables>(), personId, knownId));
    if (known) {
      await written(transaction, known);
      return known;
    }
    // Also one that was taken back since the look above: no form was opened for it.
    if (isRefused || (onlyInUse && (await isArchived(transaction, wanted))))
      throw refuseArchived('client_archived', { field: 'clientId' });
    const id = await nextId(transaction, 'recurrence');
    const recurrence: Recurrence = {
      ...wanted,
      id,
      canceled: 0,
      pausedAt: undefined,
      createdAt: at,
      updatedAt: at,
    };
    if (formId !== undefined) {
      await addCardOfForm(transaction, { personId, clientId, formId, preferred: true, at });
    }
    await insertRecurrence(transaction.tables<RecurrenceTables>(), recurrence);
    await insertEntries(transaction, recurrence, [first, ...later]);
    await rememberKeyed(transaction, request, { recordId: id, at });
    await written(transaction, recurrence);
    return recurrence;
  });
}

async function isArchived(
  transaction: WriteTransaction,
  { personId, clientId }: RecurrenceToCreate,
): Promise<boolean> {
  const client = await findClient(transaction.tables<ClientTables>(), personId, clientId);
  return client?.archived ?? false;
}

/** Undefined: the client has a card, or a form that waits. */
async function formForClient(
  options: CreateOptions,
  { personId, clientId }: RecurrenceToCreate,
): Promise<string | undefined> {
  if (await findCardOfEntries(options, { personId, clientId })) return undefined;
  if (await findOpenForm(options, personId, clientId)) return undefined;
  return options.cardForms.open(personId, `cliente-${clientId}`);
}

async function insertEntries(
  transaction: WriteTransaction,
  { id: recurrenceId, personId, createdAt }: Recurrence,
  due: readonly number[],
): Promise<void> {
  const firstId = await nextIds(transaction, 'recurrence_entry', due.length);
  const firstCharge = await nextIds(transaction, 'charge', due.length);
  const entries = due.map(
    (dueAt, index): RecurrenceEntry => ({
      id: firstId + index,
      recurrenceId,
      personId,
      number: index + 1,
      dueAt,
      status: ENTRY_STATUS.scheduled,
      version: 1,
      tries: 0,
      underWay: 0,
      nextTryAt: undefined,
      transactionId: undefined,
      endedAt: undefined,
      result: '{}',
    }),
  );
  await transaction.insertRows(RECURRENCE_ENTRIES, entries);
  await transaction.insertRows(
    CHARGES,
    entries.map(({ id, dueAt }, index) => ({
      id: firstCharge + index,
      personId,
      owner: 'entry' as const,
      ownerId: id,
      transactionId: undefined,
      cardToken: undefined,
      plannedTransactionId: undefined,
      formId: undefined,
      createdAt,
      dueAt,
    })),
  );
}

function wrong(field: string, message: string) {
  return operationRefuse('value_invalid', { field, message });
}
