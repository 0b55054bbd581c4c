import type { ReceivedPayment } from '../../../received-payment.ts';
import type { BankCharge, BankPayment } from './bank-charge.ts';

/** A payment as the contract tells it. */
export function receivedPayment({ txid, key }: BankCharge, payment: BankPayment): ReceivedPayment {
  const { endToEndId, amount, at, payer, returns, details } = payment;
  return {
    ...{ endToEndId, txid, amount, at, key, payer, ...(details && { details }) },
    returns: returns.map(({ bankId: _, ...told }) => told),
  };
}
