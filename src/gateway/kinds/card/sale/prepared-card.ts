import type { PreparedPayment } from '../../../transactions/flow/prepared.ts';
import type { Order } from '../../../transactions/rules/order.ts';
import type { CardPayment } from '../payment.ts';

/** A payment by card, ready to be sent. */
export interface PreparedCard extends PreparedPayment {
  readonly order: Order<CardPayment>;
  /** Who sees to it that the buyer is the card's holder: its acquirer, or a proof that the request carries. */
  readonly authenticatedBy: 'nobody' | 'acquirer' | 'proof';
}
