import {
  type AttemptEnd,
  type AttemptRow,
  type AttemptState,
  type Change,
  type MovementEnd,
  type MovementRow,
  type Result,
  resultDone,
  resultNotDone,
  Status,
  type Transaction,
} from '../record/index.ts';

/** What a person found out about a sale: the status that it has. */
export interface Settling {
  readonly transaction: Transaction;
  readonly status: Status;
  /** Whether the movement happened; looked at only where the sale has that status either way, after a part. */
  readonly moved: boolean;
  readonly now: number;
}

export type Amounts = Pick<Result, 'capturedAmount' | 'refundedAmount'>;

/** The end of a movement: the status tells whether it was done, and `moved` where it does not. */
export function movementEndBy({ id, kind, amount, state }: MovementRow, settling: Settling) {
  const { transaction, status, moved, now } = settling;
  const done = resultDone(transaction, kind, amount);
  const isDone = status === done.status && (moved || status !== resultNotDone(transaction, kind).status);
  const { capturedAmount, refundedAmount } = isDone ? done : transaction.result;
  const movement: MovementEnd = { id, from: state, state: isDone ? 'done' : 'not_done', endedAt: now };
  const amounts = {
    ...(capturedAmount === undefined ? {} : { capturedAmount }),
    ...(refundedAmount === undefined ? {} : { refundedAmount }),
  };
  return { movement, amounts: isDone ? amounts : { ...amounts, ...amountsBy(settling) } };
}

/** The end of an attempt, with all that was known of it. */
export function attemptEndBy(attempt: AttemptRow, { status, now }: Settling): NonNullable<Change['attempt']> {
  const answer = {
    ...given('theirId', attempt.their_id),
    ...given('nsu', attempt.nsu),
    ...given('rawCode', attempt.raw_code),
    ...given('rawMessage', attempt.raw_message),
    ...given('abecsCode', attempt.abecs_code),
    ...given('merchantAdviceCode', attempt.advice_code),
    ...given('httpStatus', attempt.http_status),
  };
  const end: AttemptEnd = {
    state: attemptStateAt(status, attempt.state),
    answer,
    ...given('reason', attempt.reason),
  };
  return { ended: { reference: attempt.reference, end, endedAt: now }, from: attempt.state };
}

function attemptStateAt(status: Status, before: AttemptState): AttemptState {
  switch (status) {
    case Status.authorized:
    case Status.captured:
      return 'approved';
    case Status.denied:
      return 'declined';
    case Status.canceled:
      return 'undone';
    case Status.expired:
    case Status.failed:
      return before === 'approved' ? 'undone' : 'absent';
    default:
      return before;
  }
}

function given<Name extends string, Value>(name: Name, value: Value | null): { [key in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { [key in Name]?: Value });
}

export function amountsBy({ transaction: { amount, result }, status }: Settling): Amounts {
  if (status === Status.captured) return { capturedAmount: result.capturedAmount ?? amount };
  if (status === Status.canceled) return { refundedAmount: result.capturedAmount ?? amount };
  return {};
}
