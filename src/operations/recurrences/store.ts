import type { Kysely } from 'kysely';
import type { WriteTransaction } from '../../platform/database/index.ts';
import { type Charge, type ChargeTables, setCard } from '../charges/index.ts';
import type { ListPage } from '../interface/long-list.ts';
import {
  ENTRY_STATUS,
  type EntryCounts,
  type EntryStatus,
  type Recurrence,
  type RecurrenceEntry,
} from './recurrence.ts';
import { RECURRENCE_ENTRIES, RECURRENCES, type RecurrenceTables } from './tables.ts';

type Tables = Kysely<RecurrenceTables>;

export async function insertRecurrence(tables: Tables, recurrence: Recurrence): Promise<void> {
  await tables.insertInto('recurrences').values(RECURRENCES.toRow(recurrence)).execute();
}

export async function findRecurrence(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Recurrence | undefined> {
  const row = await tables
    .selectFrom('recurrences')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && RECURRENCES.fromRow(row);
}

/** Those of one client, in the order of the ids. */
export async function selectRecurrences(
  tables: Tables,
  { personId, clientId }: { readonly personId: number; readonly clientId: number },
  { afterId, limit }: ListPage,
): Promise<readonly Recurrence[]> {
  const rows = await tables
    .selectFrom('recurrences')
    .selectAll()
    .where('person_id', '=', personId)
    .where('client_id', '=', clientId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(RECURRENCES.fromRow);
}

/** Whether something of a client is still to be charged, paused ones included. */
export async function hasEntriesToCharge(
  tables: Tables,
  { personId, clientId }: { readonly personId: number; readonly clientId: number },
): Promise<boolean> {
  const row = await tables
    .selectFrom('recurrences')
    .innerJoin('recurrence_entries as entry', 'entry.recurrence_id', 'recurrences.id')
    .select('entry.id')
    .where('recurrences.person_id', '=', personId)
    .where('recurrences.client_id', '=', clientId)
    .where('entry.status', '=', ENTRY_STATUS.scheduled)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Nothing more of it is charged. Undefined when the person has no such recurrence. */
export async function cancelRecurrenceRow(
  tables: Tables,
  { personId, id, at }: { readonly personId: number; readonly id: number; readonly at: number },
): Promise<Recurrence | undefined> {
  const row = await tables
    .updateTable('recurrences')
    .set({ canceled: 1, updated_at: at })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst();
  return row && RECURRENCES.fromRow(row);
}

/** Stops its charges, or lets them go on. Undefined when the person has no such recurrence that is not canceled. */
export async function pauseRecurrenceRow(
  tables: Tables,
  wanted: { readonly personId: number; readonly id: number; readonly at: number; readonly paused: boolean },
): Promise<{ readonly recurrence: Recurrence; readonly pausedAt: number | undefined } | undefined> {
  const { personId, id, at, paused } = wanted;
  const before = await lockRecurrence(tables, id);
  if (before?.personId !== personId || before.canceled === 1) return undefined;
  const row = await tables
    .updateTable('recurrences')
    .set({ paused_at: paused ? (before.pausedAt ?? at) : null, updated_at: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { recurrence: RECURRENCES.fromRow(row), pausedAt: before.pausedAt };
}

/** Reads and locks the recurrence until the commit, so that a cancel waits for it, or it for the cancel. */
export async function lockRecurrence(tables: Tables, id: number): Promise<Recurrence | undefined> {
  const row = await tables
    .updateTable('recurrences')
    .set((recurrence) => ({ canceled: recurrence.ref('canceled') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && RECURRENCES.fromRow(row);
}

/** Ends the entries that are not being charged at this moment; of a pause, those whose day has come in it. */
export async function cancelEntries(
  tables: Tables,
  recurrenceId: number,
  at: number,
  pausedAt?: number,
): Promise<void> {
  let update = tables
    .updateTable('recurrence_entries')
    .set((entry) => ({
      status: ENTRY_STATUS.canceled,
      version: entry('version', '+', 1),
      next_try_at: null,
      ended_at: at,
    }))
    .where('recurrence_id', '=', recurrenceId)
    .where('status', '=', ENTRY_STATUS.scheduled)
    .where('under_way', '=', 0);
  if (pausedAt !== undefined) {
    update = update.where('tries', '=', 0).where('due_at', '>=', pausedAt).where('due_at', '<=', at);
  }
  await update.execute();
}

/** How many entries of each recurrence have each status, by its id. */
export async function countEntries(
  tables: Tables,
  recurrenceIds: readonly number[],
): Promise<ReadonlyMap<number, EntryCounts>> {
  if (recurrenceIds.length === 0) return new Map();
  const rows = await tables
    .selectFrom('recurrence_entries')
    .select(['recurrence_id', 'status', (row) => row.fn.countAll<number>().as('count')])
    .where('recurrence_id', 'in', recurrenceIds)
    .groupBy(['recurrence_id', 'status'])
    .execute();
  const byRecurrence = Map.groupBy(rows, ({ recurrence_id }) => recurrence_id);
  return new Map(
    [...byRecurrence].map(([id, counted]) => [
      id,
      new Map(counted.map(({ status, count }) => [status as EntryStatus, Number(count)])),
    ]),
  );
}

/** In the order of their numbers. */
export async function selectEntries(
  tables: Tables,
  recurrenceId: number,
): Promise<readonly RecurrenceEntry[]> {
  const rows = await tables
    .selectFrom('recurrence_entries')
    .selectAll()
    .where('recurrence_id', '=', recurrenceId)
    .orderBy('number')
    .execute();
  return rows.map(RECURRENCE_ENTRIES.fromRow);
}

export async function findEntry(tables: Tables, id: number): Promise<RecurrenceEntry | undefined> {
  const row = await tables
    .selectFrom('recurrence_entries')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return row && RECURRENCE_ENTRIES.fromRow(row);
}

/** The denied entries of a client that took a card, with its token. */
export async function selectDenied(
  tables: Kysely<RecurrenceTables & ChargeTables>,
  { personId, clientId }: Pick<Recurrence, 'personId' | 'clientId'>,
): Promise<readonly { readonly cardToken: string; readonly result: string }[]> {
  return tables
    .selectFrom('recurrences')
    .innerJoin('recurrence_entries as entry', 'entry.recurrence_id', 'recurrences.id')
    .innerJoin('charges', 'charges.owner_id', 'entry.id')
    .select(['charges.card_token as cardToken', 'entry.result'])
    .where('recurrences.person_id', '=', personId)
    .where('recurrences.client_id', '=', clientId)
    .where('entry.status', '=', ENTRY_STATUS.denied)
    .where('charges.owner', '=', 'entry')
    .where('charges.card_token', 'is not', null)
    .$narrowType<{ cardToken: string }>()
    .execute();
}

/** Takes an entry for its next try. Undefined: it is no longer to be tried, or is being tried. */
export async function takeForTry(
  transaction: WriteTransaction,
  {
    entry,
    charge,
    card,
  }: {
    readonly entry: RecurrenceEntry;
    readonly charge: Pick<Charge, 'id'>;
    readonly card: { readonly token: string; readonly plannedTransactionId: string };
  },
): Promise<RecurrenceEntry | undefined> {
  const row = await transaction
    .tables<RecurrenceTables>()
    .updateTable('recurrence_entries')
    .set({ under_way: 1, tries: entry.tries + 1 })
    .where('id', '=', entry.id)
    .where('status', '=', ENTRY_STATUS.scheduled)
    .where('under_way', '=', 0)
    .where('tries', '=', entry.tries)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recurrences')
            .select('recurrences.id')
            .where('recurrences.id', '=', entry.recurrenceId)
            .where('recurrences.paused_at', 'is not', null),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  if (row) await setCard(transaction.tables<ChargeTables>(), charge.id, card);
  return row && RECURRENCE_ENTRIES.fromRow(row);
}

/** What became of a try. */
export interface TryEnd {
  readonly status: EntryStatus;
  readonly at: number;
  readonly nextTryAt: number | undefined;
  readonly transactionId: string | undefined;
  readonly result: string;
}

/** Ends the try under way, if the entry still stands as it was seen; undefined otherwise. */
export async function endTry(
  transaction: WriteTransaction,
  entry: RecurrenceEntry,
  charge: Pick<Charge, 'id'>,
  { status, at, nextTryAt, transactionId, result }: TryEnd,
): Promise<RecurrenceEntry | undefined> {
  const isOver = status !== ENTRY_STATUS.scheduled;
  const row = await transaction
    .tables<RecurrenceTables>()
    .updateTable('recurrence_entries')
    .set({
      status,
      version: isOver ? entry.version + 1 : entry.version,
      under_way: 0,
      next_try_at: nextTryAt ?? null,
      ended_at: isOver ? at : null,
      transaction_id: transactionId ?? null,
      result,
    })
    .where('id', '=', entry.id)
    .where('status', '=', entry.status)
    .where('version', '=', entry.version)
    .where('tries', '=', entry.tries)
    .where('under_way', '=', entry.underWay)
    .returningAll()
    .executeTakeFirst();
  if (row && !isOver) await setCard(transaction.tables<ChargeTables>(), charge.id, undefined);
  return row && RECURRENCE_ENTRIES.fromRow(row);
}
