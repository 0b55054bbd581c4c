import type { Origin, TransactionEvent } from '../../history/index.ts';
import type { AuthorizeOutcome } from '../../providers/index.ts';
import type { Attempt, NewAttempt } from '../rules/attempt.ts';
import type { Result } from '../rules/transaction.ts';

interface Asked {
  readonly request: { readonly origin: Origin };
}

export function sentSaleEvent({ request: { origin } }: Asked, { reference }: NewAttempt): TransactionEvent {
  return { kind: 'sent', origin, details: { subject: reference } };
}

export function answeredEvent(
  { request: { origin } }: Asked,
  { reference, reason }: Attempt,
  { outcome }: AuthorizeOutcome,
  result?: Result,
): TransactionEvent {
  return {
    kind: 'answered',
    origin,
    details: {
      subject: reference,
      outcome,
      status: result?.status,
      code: result?.providerCode,
      reason: result && reason,
    },
  };
}
