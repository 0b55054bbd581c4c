import type { AuthorizeOutcome } from '../outcome.ts';
import { SECOND_TRY, type SecondTry } from './second-try-table.ts';

/** What the table says of an outcome at the first acquirer. */
export function secondTryAfter(outcome: AuthorizeOutcome): SecondTry {
  const decline = outcome.outcome === 'declined' ? outcome.decline : undefined;
  const line = SECOND_TRY.find(
    ({ outcome: of, declineClass, codes }) =>
      of === outcome.outcome &&
      (declineClass === undefined || declineClass === decline?.declineClass) &&
      (codes === undefined || (decline !== undefined && codes.includes(decline.code))),
  );
  return line?.second ?? 'no';
}
