import type { Database, WriteTransaction } from '../../platform/index.ts';
import type { Cause, EventKind, HistoryEvent, NewEvent } from './event.ts';
import { EVENTS, type EventRow, type HistoryTables } from './tables.ts';

export interface History {
  /** Writes events in the commit of the change that they tell. */
  record(write: WriteTransaction, events: readonly NewEvent[]): Promise<void>;
  /** Oldest first. */
  of(transactionId: string): Promise<readonly HistoryEvent[]>;
}

export function createHistory(options: {
  database: Database;
  /** An id that is new and greater than those before it. */
  newId(): string;
}): History {
  const { database, newId } = options;
  return {
    record: (write, events) =>
      write.insertRows(
        EVENTS,
        events.map((event) => eventRow(event, newId())),
      ),
    of: async (transactionId) => {
      const rows = await database
        .read<HistoryTables>()
        .selectFrom('transaction_events')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map(fromRow);
    },
  };
}

function eventRow({ transactionId, at, kind, origin, details }: NewEvent, id: string): EventRow {
  return {
    transaction_id: transactionId,
    id,
    at,
    kind,
    cause: origin.cause,
    request_id: origin.requestId ?? null,
    details: JSON.stringify(details),
  };
}

function fromRow(row: EventRow): HistoryEvent {
  return {
    id: row.id,
    transactionId: row.transaction_id,
    at: row.at,
    kind: row.kind as EventKind,
    origin: { cause: row.cause as Cause, ...(row.request_id === null ? {} : { requestId: row.request_id }) },
    details: JSON.parse(row.details) as HistoryEvent['details'],
  };
}
