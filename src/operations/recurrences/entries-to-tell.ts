import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/index.ts';
import { type CardForms, findOpenForm } from '../client-cards/index.ts';
import { type ClientTables, findClient } from '../clients/index.ts';
import { findCardOfEntries } from './card-of-entry.ts';
import { ENTRY_STATUS, type Recurrence, type RecurrenceEntry } from './recurrence.ts';
import { findEntry, findRecurrence } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

/** One month that is charged soon, or whose last try was refused. */
export interface ToldEntry {
  readonly id: number;
  readonly personId: number;
  readonly dueAt: number;
  readonly tries: number;
}

/** What its client is told of a month. */
export interface EntryToTell {
  readonly entry: RecurrenceEntry;
  readonly recurrence: Recurrence;
  readonly clientName: string | undefined;
  readonly clientEmail: string | undefined;
  /** Whether there is a card that can be charged. */
  readonly hasCard: boolean;
  /** Where the client types another card, while a form is open. */
  readonly formUrl: string | undefined;
}

interface Page {
  readonly afterId: number;
  readonly limit: number;
}

/** The months of all shops of which clients are told, in the order of their ids. */
export interface EntriesToTell {
  /** Not tried yet, and due after `from` and until `until`. */
  soon(range: { readonly from: number; readonly until: number }, page: Page): Promise<readonly ToldEntry[]>;
  /** To be tried again. */
  refused(page: Page): Promise<readonly ToldEntry[]>;
  find(id: number): Promise<EntryToTell | undefined>;
}

export function createEntriesToTell(rooms: {
  readonly database: Database;
  readonly cardForms: Pick<CardForms, 'find'>;
}): EntriesToTell {
  const { database } = rooms;
  const scheduled = ({ afterId, limit }: Page, which: ReturnType<typeof sql<boolean>>) =>
    readScheduled(database.readAside<RecurrenceTables>(), { afterId, limit }, which);
  return {
    soon: ({ from, until }, page) =>
      scheduled(page, sql<boolean>`status = 5 and tries = 0 and due_at > ${from} and due_at <= ${until}`),
    refused: (page) =>
      scheduled(page, sql<boolean>`status = 5 and tries > 0 and under_way = 0 and next_try_at is not null`),
    find: async (id) => {
      const tables = database.read<RecurrenceTables>();
      const entry = await findEntry(tables, id);
      const recurrence = entry && (await findRecurrence(tables, entry.personId, entry.recurrenceId));
      if (!entry || !recurrence || recurrence.canceled === 1 || recurrence.pausedAt !== undefined)
        return undefined;
      const { personId, clientId } = recurrence;
      const client = await findClient(database.read<ClientTables>(), personId, clientId);
      return {
        entry,
        recurrence,
        clientName: client?.name,
        clientEmail: client?.email,
        hasCard: (await findCardOfEntries(rooms, recurrence)) !== undefined,
        formUrl: await findOpenForm(rooms, personId, clientId),
      };
    },
  };
}

/** Whether the month is over without its money. */
export function isGivenUp({ status }: Pick<RecurrenceEntry, 'status'>): boolean {
  return status === ENTRY_STATUS.denied;
}

/** Whether the month is still to be charged. */
export function isToCome({ status }: Pick<RecurrenceEntry, 'status'>): boolean {
  return status === ENTRY_STATUS.scheduled;
}

async function readScheduled(
  tables: Kysely<RecurrenceTables>,
  { afterId, limit }: Page,
  which: ReturnType<typeof sql<boolean>>,
): Promise<readonly ToldEntry[]> {
  const rows = await tables
    .selectFrom('recurrence_entries')
    .select(['id', 'person_id', 'due_at', 'tries'])
    .where(which)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, person_id: personId, due_at: dueAt, tries }) => ({ id, personId, dueAt, tries }));
}
