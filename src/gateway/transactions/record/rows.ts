import type { GuardedRow } from '../../../platform/index.ts';
import type { AttemptEnd } from './attempt.ts';
import type {
  AttemptEndRow,
  AttemptState,
  NewAttemptRow,
  ResultRow,
  TransactionRow,
} from './tables/transactions.ts';
import type { Order, Status, Transaction } from './transaction.ts';

export interface NewAttempt {
  readonly reference: string;
  readonly transactionId: string;
  readonly accountId: number;
  /** The instance that sends it. */
  readonly holder: string;
  readonly createdAt: number;
}

export interface EndedAttempt {
  readonly reference: string;
  readonly end: AttemptEnd;
  readonly endedAt: number;
}

export function transactionRow(transaction: Transaction): TransactionRow {
  return {
    id: transaction.id,
    merchant_id: transaction.merchantId,
    reference_id: transaction.referenceId ?? null,
    amount: transaction.amount,
    created_at: transaction.createdAt,
    asked: JSON.stringify(transaction.order),
    ...resultRow(transaction),
  };
}

/** Everything of a transaction that changes. */
export function resultRow({
  result,
  updatedAt,
  version,
  openMovement,
}: Pick<Transaction, 'result' | 'updatedAt' | 'version' | 'openMovement'>): ResultRow {
  return {
    version,
    open_movement: openMovement ?? null,
    status: result.status,
    updated_at: updatedAt,
    provider_reference: result.providerReference ?? null,
    provider_code: result.providerCode ?? null,
    provider_message: result.providerMessage ?? null,
    authorization_code: result.authorizationCode ?? null,
    eci: result.eci ?? null,
    captured_amount: result.capturedAmount ?? null,
    refunded_amount: result.refundedAmount ?? null,
    redirect_url: result.redirectUrl ?? null,
  };
}

export function attemptRow(attempt: NewAttempt): NewAttemptRow {
  return {
    reference: attempt.reference,
    transaction_id: attempt.transactionId,
    account_id: attempt.accountId,
    state: 'sending',
    created_at: attempt.createdAt,
    holder: attempt.holder,
  };
}

export function endRow(
  { reference, end, endedAt }: EndedAttempt,
  expected: AttemptState = 'sending',
): GuardedRow<AttemptEndRow> {
  const { answer } = end;
  return {
    key: reference,
    expected,
    values: {
      state: end.state,
      ended_at: endedAt,
      their_id: answer.theirId ?? null,
      nsu: answer.nsu ?? null,
      raw_code: answer.rawCode ?? null,
      raw_message: answer.rawMessage ?? null,
      abecs_code: answer.abecsCode ?? null,
      advice_code: answer.merchantAdviceCode ?? null,
      http_status: answer.httpStatus ?? null,
      decline_class: end.declineClass ?? null,
      reason: end.reason ?? null,
    },
  };
}

export function fromRow(row: TransactionRow): Transaction {
  return {
    id: row.id,
    merchantId: row.merchant_id,
    ...(row.reference_id === null ? {} : { referenceId: row.reference_id }),
    amount: row.amount,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    order: JSON.parse(row.asked) as Order,
    version: row.version,
    ...present('openMovement', row.open_movement),
    result: {
      status: row.status as Status,
      ...present('providerReference', row.provider_reference),
      ...present('providerCode', row.provider_code),
      ...present('providerMessage', row.provider_message),
      ...present('authorizationCode', row.authorization_code),
      ...present('eci', row.eci),
      ...present('capturedAmount', row.captured_amount),
      ...present('refundedAmount', row.refunded_amount),
      ...present('redirectUrl', row.redirect_url),
    },
  };
}

function present<Name extends string, Value>(name: Name, value: Value | null): { [key in Name]?: Value } {
  return value === null ? {} : ({ [name]: value } as { [key in Name]?: Value });
}
