import type { Kysely } from 'kysely';
import { contains } from '../../platform/lists/contains.ts';
import { ENTRY_STATUS, type Recurrence, type RecurrenceEntry } from './recurrence.ts';
import { RECURRENCE_ENTRIES, RECURRENCES, type RecurrenceTables } from './tables.ts';

type Tables = Kysely<RecurrenceTables>;

/** `refused`: the last try of an entry was refused, so that it is tried again later or was given up. */
export const RECURRENCE_VIEWS = ['active', 'refused', 'ended', 'canceled'] as const;
export type RecurrenceView = (typeof RECURRENCE_VIEWS)[number];

export interface RecurrenceFilter {
  readonly personId: number;
  readonly clientId: number | undefined;
  readonly view: RecurrenceView | undefined;
  /** What a reference or description contains, whatever the case of its letters. */
  readonly text: string | undefined;
}

/** Newest first; `beforeId`: below this id. */
export async function selectNewestRecurrences(
  tables: Tables,
  { personId, clientId, view, text }: RecurrenceFilter,
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly Recurrence[]> {
  let select = tables.selectFrom('recurrences').selectAll().where('person_id', '=', personId);
  if (clientId !== undefined) select = select.where('client_id', '=', clientId);
  if (text !== undefined) {
    select = select.where((either) =>
      either.or([contains('reference', text), contains('description', text)]),
    );
  }
  if (beforeId !== undefined) select = select.where('id', '<', beforeId);
  if (view !== undefined) {
    select = select
      .where('canceled', '=', view === 'canceled' ? 1 : 0)
      .where(({ exists, not, selectFrom }) => {
        const entries = selectFrom('recurrence_entries')
          .select('recurrence_entries.id')
          .whereRef('recurrence_entries.recurrence_id', '=', 'recurrences.id');
        const isScheduled = entries.where('recurrence_entries.status', '=', ENTRY_STATUS.scheduled);
        if (view === 'active') return exists(isScheduled);
        if (view === 'ended') return not(exists(isScheduled));
        if (view === 'canceled') return exists(entries);
        return exists(
          entries.where((entry) =>
            entry.or([
              entry('recurrence_entries.status', '=', ENTRY_STATUS.denied),
              entry('recurrence_entries.next_try_at', 'is not', null),
            ]),
          ),
        );
      });
  }
  const rows = await select.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(RECURRENCES.fromRow);
}

/** The last entry that was tried, and the first that is still to be charged. */
export interface OutermostEntries {
  readonly lastTried: RecurrenceEntry | undefined;
  readonly next: RecurrenceEntry | undefined;
}

/** By the id of the recurrence. */
export async function selectOutermostEntries(
  tables: Tables,
  recurrenceIds: readonly number[],
): Promise<ReadonlyMap<number, OutermostEntries>> {
  if (recurrenceIds.length === 0) return new Map();
  // The ids of a recurrence's entries grow with their numbers.
  const [tried, scheduled] = await Promise.all([
    tables
      .selectFrom('recurrence_entries')
      .select(({ fn }) => fn.max('id').as('id'))
      .where('recurrence_id', 'in', recurrenceIds)
      .where('tries', '>', 0)
      .groupBy('recurrence_id')
      .execute(),
    tables
      .selectFrom('recurrence_entries')
      .select(({ fn }) => fn.min('id').as('id'))
      .where('recurrence_id', 'in', recurrenceIds)
      .where('status', '=', ENTRY_STATUS.scheduled)
      .groupBy('recurrence_id')
      .execute(),
  ]);
  const lastTried = await entriesById(tables, tried);
  const next = await entriesById(tables, scheduled);
  return new Map(recurrenceIds.map((id) => [id, { lastTried: lastTried.get(id), next: next.get(id) }]));
}

/** By the id of the recurrence. */
async function entriesById(
  tables: Tables,
  found: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, RecurrenceEntry>> {
  if (found.length === 0) return new Map();
  const rows = await tables
    .selectFrom('recurrence_entries')
    .selectAll()
    .where(
      'id',
      'in',
      found.map(({ id }) => Number(id)),
    )
    .execute();
  return new Map(rows.map((row) => [row.recurrence_id, RECURRENCE_ENTRIES.fromRow(row)]));
}
