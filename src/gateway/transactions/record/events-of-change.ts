import type { HistoryEvent, NewEvent, Origin } from '../../history/index.ts';
import type { Attempt } from './attempt.ts';
import type { Change } from './change.ts';

/**
 * What the history tells of a change. The first attempt of a sale leaves its `sent` event to the change that ends it: nearly
 * always that is its answer to the same origin, and both are one row.
 */
export function eventsOfChange({ transaction, at, events, attempt }: Change): readonly NewEvent[] {
  const [first, ...others] = events;
  const place = { transactionId: transaction.id, at };
  const own = others.map((event) => ({ ...event, ...place }));
  const sent = attempt && sentEventOf(attempt.to);
  if (!attempt || !sent) return [{ ...first, ...place }, ...own];
  const isItsAnswer =
    first.kind === 'answered' &&
    first.details.subject === attempt.to.reference &&
    JSON.stringify(first.origin) === attempt.to.origin;
  if (isItsAnswer) return [{ ...first, ...place, sentAt: sent.at }, ...own];
  return [sent, { ...first, ...place }, ...own];
}

/** The history with the attempt that is under way, oldest first. */
export function withAttemptUnderWay(
  events: readonly HistoryEvent[],
  attempts: readonly Attempt[],
): readonly HistoryEvent[] {
  const underWay = attempts.flatMap((attempt): readonly HistoryEvent[] => {
    const sent = sentEventOf(attempt);
    return sent ? [{ ...sent, id: attempt.reference }] : [];
  });
  return underWay.length === 0
    ? events
    : [...underWay, ...events].toSorted((one, other) => one.at - other.at);
}

/** Undefined when it is written already. */
function sentEventOf({ origin, reference, transactionId, createdAt }: Attempt): NewEvent | undefined {
  if (origin === undefined) return undefined;
  return {
    kind: 'sent',
    origin: JSON.parse(origin) as Origin,
    details: { subject: reference },
    transactionId,
    at: createdAt,
  };
}
