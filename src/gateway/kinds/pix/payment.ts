import type { PixKeyKind } from '../../providers/index.ts';
import type { Order, Payment } from '../../transactions/rules/order.ts';

/** Paid by Pix, with a code that the buyer pays in the app of a bank. */
export interface PixPayment extends Payment {
  readonly kind: 'pix';
  /** Which of the merchant's keys is paid to. */
  readonly key: PixKeyKind;
  /** Until when the code can be paid, milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Whether a payment is made by Pix. */
export function isPixPayment(payment: Payment): payment is PixPayment {
  return payment.kind === 'pix';
}

/** The payment of an order that is known to be paid by Pix. */
export function pixPaymentOf({ payment }: Pick<Order, 'payment'>): PixPayment {
  if (!isPixPayment(payment)) throw new Error(`a payment by ${payment.kind} is no Pix`);
  return payment;
}
