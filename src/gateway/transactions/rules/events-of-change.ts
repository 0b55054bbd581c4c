import type { HistoryEvent, NewEvent, Origin } from '../../history/index.ts';
import type { Attempt } from './attempt.ts';
import type { Change } from './change.ts';

/**
 * What the history tells of a change. The first attempt of a sale leaves its `sent` event to the change that ends it: nearly
 * always that is its answer to the same origin, and both are one row.
 */
export function eventsOfChange({ transaction, at, events, attempt }: Change): readonly NewEvent[] {
  const [first, ...others] = events;
  const transactionId = transaction.id;
  const own = others.map((event) => ({ ...event, transactionId, at }));
  const started = attempt?.to;
  if (started?.origin === undefined) return [{ ...first, transactionId, at }, ...own];
  const isItsAnswer =
    first.kind === 'answered' &&
    first.details.subject === started.reference &&
    JSON.stringify(first.origin) === started.origin;
  if (isItsAnswer) return [{ ...first, transactionId, at, sentAt: started.createdAt }, ...own];
  return [sentEventOf(started, started.origin), { ...first, transactionId, at }, ...own];
}

/** The history with the attempt that is under way, oldest first. */
export function withAttemptUnderWay(
  events: readonly HistoryEvent[],
  attempts: readonly Attempt[],
): readonly HistoryEvent[] {
  const underWay = attempts.flatMap((attempt): readonly HistoryEvent[] => {
    const { origin, reference: id } = attempt;
    return origin === undefined ? [] : [{ ...sentEventOf(attempt, origin), id }];
  });
  return underWay.length === 0
    ? events
    : [...underWay, ...events].toSorted((one, other) => one.at - other.at);
}

function sentEventOf({ reference, transactionId, createdAt }: Attempt, origin: string): NewEvent {
  return {
    kind: 'sent',
    origin: JSON.parse(origin) as Origin,
    details: { subject: reference },
    transactionId,
    at: createdAt,
  };
}
