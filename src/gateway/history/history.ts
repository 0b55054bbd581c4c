import type { Database, WriteTransaction } from '../../platform/index.ts';
import type { HistoryEvent, NewEvent, Origin } from './event.ts';
import { EVENTS, type HistoryTables, type StoredEvent } from './tables.ts';

export interface History {
  /** Writes events in the commit of their change. */
  record(write: WriteTransaction, events: readonly NewEvent[]): Promise<void>;
  /** For sales that were made up and go again: a real one's history stays for ever. */
  forget(write: WriteTransaction, transactionIds: readonly string[]): Promise<void>;
  /** Oldest first. */
  of(transactionId: string): Promise<readonly HistoryEvent[]>;
}

export function createHistory(options: {
  database: Database;
  /** A new id, greater than all before it. */
  newId(): string;
}): History {
  const { database, newId } = options;
  return {
    record: (write, events) =>
      write.insertRows(
        EVENTS,
        events.map((event) => stored(event, newId())),
      ),
    forget: async (write, transactionIds) => {
      await write
        .tables<HistoryTables>()
        .deleteFrom('transaction_events')
        .where('transaction_id', 'in', transactionIds)
        .execute();
    },
    of: async (transactionId) => {
      const rows = await database
        .read<HistoryTables>()
        .selectFrom('transaction_events')
        .selectAll()
        .where('transaction_id', '=', transactionId)
        .orderBy('at')
        .orderBy('id')
        .execute();
      return rows.map((row) => event(EVENTS.fromRow(row)));
    },
  };
}

function stored({ transactionId, at, kind, origin, details }: NewEvent, id: string): StoredEvent {
  const isPanel = origin.kind === 'panel';
  return {
    transactionId,
    id,
    at,
    kind,
    cause: origin.kind,
    requestId: 'requestId' in origin ? origin.requestId : undefined,
    details: JSON.stringify(details),
    userId: isPanel ? origin.userId : undefined,
    reason: isPanel ? origin.reason : undefined,
  };
}

function event({ id, transactionId, at, kind, cause, details, ...who }: StoredEvent): HistoryEvent {
  const { attempt, ...rest } = JSON.parse(details) as Readonly<Record<string, unknown>>;
  const origin = Object.fromEntries(Object.entries(who).filter(([, value]) => value !== undefined));
  return {
    id,
    transactionId,
    at,
    kind,
    origin: { kind: cause, ...origin } as Origin,
    // Until version 0.2 events of an attempt had `attempt` in place of `subject`.
    details: attempt === undefined ? rest : { subject: attempt, ...rest },
  } as HistoryEvent;
}
