import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { HistoryEvent, NewEvent, Origin } from './event.ts';
import { readEventText } from './old-event-text.ts';
import { EVENTS, type HistoryTables, type StoredEvent } from './tables.ts';

export interface History {
  /** Writes events in the commit of their change. */
  record(write: WriteTransaction, events: readonly NewEvent[]): Promise<void>;
  /** For sales that were made up and go again. */
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
      return rows.flatMap((row) => eventsIn(EVENTS.fromRow(row))).toSorted((one, other) => one.at - other.at);
    },
  };
}

function stored({ transactionId, at, kind, origin, details, sentAt }: NewEvent, id: string): StoredEvent {
  const isPanel = origin.kind === 'panel';
  return {
    id,
    transactionId,
    at,
    kind,
    cause: origin.kind,
    requestId: 'requestId' in origin ? origin.requestId : undefined,
    details: JSON.stringify(sentAt === undefined ? details : { ...details, tookMs: at - sentAt }),
    userId: isPanel ? origin.userId : undefined,
    reason: isPanel ? origin.reason : undefined,
  };
}

/** Usually one. An answer with the time that it took is also the event of what was sent. */
function eventsIn(stored: StoredEvent): readonly HistoryEvent[] {
  const { id, transactionId, at, userId, reason } = stored;
  const { kind, cause, requestId, details } = readEventText(stored);
  const { attempt, tookMs, ...rest } = details;
  const who = Object.entries({ requestId, userId, reason });
  const given = Object.fromEntries(who.filter(([, value]) => value !== undefined));
  const origin = { kind: cause, ...given } as Origin;
  const event = {
    id,
    transactionId,
    at,
    kind,
    origin,
    // Until version 0.2 events of an attempt had `attempt` in place of `subject`.
    details: attempt === undefined ? rest : { subject: attempt, ...rest },
  } as HistoryEvent;
  if (typeof tookMs !== 'number') return [event];
  const sent = {
    ...event,
    id: `${id}-sent`,
    at: at - tookMs,
    kind: 'sent',
    details: { subject: rest.subject },
  };
  return [sent as HistoryEvent, event];
}
