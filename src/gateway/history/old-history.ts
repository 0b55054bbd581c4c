import type { Kysely } from 'kysely';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import { firstUuidAt, NIL_UUID } from '../../platform/ids.ts';
import { OLD_ROWS_PER_BATCH, type RetainedRows } from '../../platform/retention/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { readEventText } from './old-event-text.ts';
import { EVENTS, type HistoryTables } from './tables.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Which of these transactions have ended for good, and were not changed since `before` (milliseconds since 1970). */
export type ClosedAmong = (
  tables: Kysely<unknown>,
  ids: readonly string[],
  times: { readonly before: number; readonly now: number },
) => Promise<ReadonlySet<string>>;

interface Options {
  readonly database: Database;
  readonly clock: Clock;
  readonly keptDays: number;
  readonly closedAmong: ClosedAmong;
}

/**
 * Events from more than `keptDays` ago, of transactions to which nothing has happened since, and nothing can happen any
 * more. Ids of transactions sort by time: no more than the primary key is needed to find the old ones.
 */
export function oldHistory({ database, clock, keptDays, closedAmong }: Options): RetainedRows {
  return {
    kind: 'history',
    old: async function* () {
      const now = clock.now();
      const times = { before: now - keptDays * DAY_MS, now };
      let after = { transaction_id: NIL_UUID, id: '' };
      for (;;) {
        const events = await selectOld(database.readAside<HistoryTables>(), after, times.before);
        const closed = await closedAmong(database.readAside(), transactionsOf(events), times);
        const rows = events.filter(({ transaction_id }) => closed.has(transaction_id));
        yield {
          rows: rows.map(archived),
          remove: () =>
            database.write(async (transaction) => {
              const still = await closedAmong(transaction.tables(), [...closed], times);
              await deleteEvents(
                transaction,
                rows.filter(({ transaction_id }) => still.has(transaction_id)),
              );
            }),
        };
        const last = events.at(-1);
        if (!last || events.length < OLD_ROWS_PER_BATCH) return;
        after = last;
      }
    },
  };
}

type Event = HistoryTables['transaction_events'];

function selectOld(
  tables: Kysely<HistoryTables>,
  after: Pick<Event, 'transaction_id' | 'id'>,
  before: number,
): Promise<Event[]> {
  return tables
    .selectFrom('transaction_events')
    .selectAll()
    .where('transaction_id', '<', firstUuidAt(before))
    .where((row) => row(row.refTuple('transaction_id', 'id'), '>', row.tuple(after.transaction_id, after.id)))
    .where('at', '<', before)
    .orderBy('transaction_id')
    .orderBy('id')
    .limit(OLD_ROWS_PER_BATCH)
    .execute();
}

/** In whole words: who reads an archive does not know the short ones. */
function archived(row: Event): Event {
  const { details, ...event } = readEventText(EVENTS.fromRow(row));
  return EVENTS.toRow({ ...event, details: JSON.stringify(details) });
}

function transactionsOf(events: readonly Event[]): readonly string[] {
  return [...new Set(events.map(({ transaction_id }) => transaction_id))];
}

async function deleteEvents(transaction: WriteTransaction, events: readonly Event[]): Promise<void> {
  if (events.length === 0) return;
  await transaction
    .tables<HistoryTables>()
    .deleteFrom('transaction_events')
    .where((row) =>
      row.or(
        events.map(({ transaction_id, id }) => row('transaction_id', '=', transaction_id).and('id', '=', id)),
      ),
    )
    .execute();
}
