import type { ChargePayment, HostAnswer, MinorUnits, QueryOutcome } from '../providers/index.ts';
import type { AwaitedAction } from '../transactions/flow/prepared.ts';

/** What a query says about a charge. */
export type ChargeVerdict =
  | { readonly kind: 'paid'; readonly payment: ChargePayment; readonly answer: HostAnswer }
  /** Nobody can pay it any more, and nobody has. */
  | { readonly kind: 'removed'; readonly answer: HostAnswer }
  /** It can be paid. */
  | { readonly kind: 'open'; readonly action: AwaitedAction | undefined }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'ask_again'; readonly reason: string };

export function judgeCharge(query: QueryOutcome): ChargeVerdict {
  switch (query.outcome) {
    case 'not_sent':
    case 'unknown':
      return { kind: 'ask_again', reason: query.reason };
    case 'not_found':
      return { kind: 'not_found' };
    case 'found':
      break;
  }
  const { state, answer, awaited, payments = [] } = query.charge;
  const payment = payments.find(({ settles }) => settles);
  if (payment) return { kind: 'paid', payment, answer };
  switch (state) {
    case 'canceled':
    case 'declined':
      return { kind: 'removed', answer };
    case 'buyer_awaited':
      return { kind: 'open', action: awaited };
    case 'approved':
    case 'pending':
      return { kind: 'ask_again', reason: 'the bank has not decided yet' };
  }
}

/** What the bank shows, or that it shows nothing, counts as an answer. */
export function isAnswered({ outcome }: QueryOutcome): boolean {
  return outcome === 'found' || outcome === 'not_found';
}

/** Money that arrived for a charge, oldest first. */
export function paymentsIn(query: QueryOutcome): readonly ChargePayment[] {
  return query.outcome === 'found' ? (query.charge.payments ?? []) : [];
}

/**
 * Money that arrived for a charge that is waited for, and does not pay it. While the bank shows it as open, what has the
 * right amount may yet be what pays it.
 */
export function surplusIn(query: QueryOutcome, amount: MinorUnits): readonly ChargePayment[] {
  const isOpen = query.outcome === 'found' && query.charge.state === 'buyer_awaited';
  return paymentsIn(query).filter((payment) => !payment.settles && !(isOpen && payment.amount === amount));
}
