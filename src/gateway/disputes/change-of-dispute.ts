import type { EventDetails, Origin } from '../history/index.ts';
import type { Change, News, Transaction } from '../transactions/index.ts';
import { daysLeft } from './rules/deadline.ts';
import type { Dispute } from './rules/dispute.ts';
import { disputeRow } from './store/dispute-store.ts';

interface DisputeStepped {
  /** Undefined: it is new. */
  readonly before: Dispute | undefined;
  readonly after: Dispute;
  readonly origin: Origin;
  readonly at: number;
  readonly today: string;
}

/** One step of a dispute, in one commit with its trace in the history of the sale and its notice to the shop. */
export function changeOfDispute(
  transaction: Transaction,
  { before, after, origin, at, today }: DisputeStepped,
): Change {
  const step = stepBetween(before, after);
  const { id: subject, amount, kind, state, money, answerBy } = after;
  return {
    transaction,
    at,
    // What a bank took of a Pix is told by itself.
    news: step === 'noted' || after.kind === 'med' ? undefined : newsOf(after, today),
    rowBeside: disputeRow(after),
    events: [
      {
        kind: 'dispute',
        origin,
        details: {
          subject,
          step,
          amount,
          disputeKind: kind,
          state,
          money,
          answerBy,
          ...(step === 'warned' && { warnedDays: after.warnedDays }),
        },
      },
    ],
  };
}

function stepBetween(before: Dispute | undefined, after: Dispute): EventDetails['dispute']['step'] {
  if (!before) return 'opened';
  if (before.kind !== after.kind) return 'stage';
  if (before.state !== after.state) return 'state';
  if (before.money !== after.money) return 'money';
  if (before.warnedDays !== after.warnedDays) return 'warned';
  return 'noted';
}

function newsOf(dispute: Dispute, today: string): News {
  const { id, kind, state, money, amount, process, reasonCode, reasonText, answerBy } = dispute;
  const left = daysLeft(dispute, today);
  return {
    type: 'dispute',
    disputeId: id,
    disputeKind: kind,
    disputeState: state,
    disputeMoney: money,
    amount: String(amount),
    ...(process !== undefined && { process }),
    ...(reasonCode !== undefined && { reasonCode }),
    ...(reasonText !== undefined && { reason: reasonText }),
    ...(answerBy !== undefined && { answerBy }),
    ...(left !== undefined && { daysLeft: left }),
  };
}
