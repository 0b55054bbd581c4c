import type { SlipAddress, SlipCharges } from '../../providers/index.ts';
import type { Order, Payment } from '../../transactions/rules/order.ts';

/** Paid by a slip (boleto) that a bank has registered. Days of the local calendar, `YYYY-MM-DD`. */
export interface SlipPayment extends Payment, SlipCharges {
  readonly kind: 'bankSlip';
  readonly dueOn: string;
  /** Until when banks take it. */
  readonly payableUntil: string;
  /** When it has expired for good: money is on its way for days. Milliseconds since 1970. */
  readonly expiresAt: number;
  /** Printed on it. */
  readonly instructions: string;
  readonly guarantor: string | undefined;
  readonly phone: string | undefined;
  readonly address: SlipAddress;
}

/** Whether a payment is made by a slip. */
export function isSlipPayment(payment: Payment): payment is SlipPayment {
  return payment.kind === 'bankSlip';
}

/** The payment of an order that is known to be paid by a slip. */
export function slipPaymentOf({ payment }: Pick<Order, 'payment'>): SlipPayment {
  if (!isSlipPayment(payment)) throw new Error(`a payment by ${payment.kind} is no slip`);
  return payment;
}
