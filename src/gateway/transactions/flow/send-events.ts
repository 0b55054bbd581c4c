import type { Origin, TransactionEvent } from '../../history/index.ts';
import type { AuthorizeOutcome } from '../../providers/index.ts';
import type { Attempt, NewAttempt } from '../rules/attempt.ts';
import type { Result } from '../rules/transaction.ts';
import type { PreparedPayment } from './prepared.ts';

interface Asked {
  readonly request: { readonly origin: Origin };
  readonly prepared: Pick<PreparedPayment, 'remark' | 'proven'>;
}

export function sentSaleEvent({ request: { origin } }: Asked, { reference }: NewAttempt): TransactionEvent {
  return { kind: 'sent', origin, details: { subject: reference } };
}

/** Sent to another provider, in the same request, after the first one charged nothing. */
export function sentElsewhereEvent(
  { request: { origin } }: Asked,
  { reference, provider }: NewAttempt,
  before: NewAttempt,
): TransactionEvent {
  return { kind: 'sent', origin, details: { subject: reference, provider, after: before.provider } };
}

export function answeredEvent(
  { request: { origin }, prepared: { remark, proven } }: Asked,
  { reference, reason }: Attempt,
  outcome: AuthorizeOutcome,
  result?: Result,
): TransactionEvent {
  const refusal = outcome.outcome === 'declined' ? outcome.decline.code : undefined;
  return {
    kind: 'answered',
    origin,
    details: {
      subject: reference,
      outcome: outcome.outcome,
      status: result?.status,
      code: result ? result.providerCode : refusal,
      reason: result && (reason ?? remark),
      ...(proven !== undefined && { proven }),
    },
  };
}
