import type { LocalTime } from '../../../../platform/time/clock.ts';
import { disputesIn } from '../../../charges/returns/returned.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { recordedAmount, type WrittenRecord } from '../../../transactions/rules/written.ts';
import type { PixBeside } from '../beside.ts';
import { pixPaymentOf } from '../payment.ts';
import type { PixRecord } from './schema.ts';

/** Undefined where the bank took nothing back. */
function disputesOf(returns: PixBeside['returns'], time: LocalTime): PixRecord['disputes'] {
  const disputes = disputesIn(returns).map(({ amount, at, ...dispute }) => ({
    ...dispute,
    amount: String(amount),
    at: time.iso(at),
  }));
  return disputes.length === 0 ? undefined : disputes;
}

/** `payment.pix` of a record. */
export function writePix(
  { order, result }: Pick<Transaction, 'order' | 'result'>,
  { code, url, payment: paidBy, returns, surplus }: PixBeside,
  time: LocalTime,
): WrittenRecord<PixRecord> {
  const { key, expiresAt } = pixPaymentOf(order);
  // A request that is repeated with its key is answered as at first: then nobody had paid yet.
  const payment = result.capturedAmount === undefined ? undefined : paidBy;
  const until = order.intention && expiresAt === 0 ? order.intention.expiresAt : expiresAt;
  return {
    provider: order.provider,
    key: [key],
    qrCode: code,
    url,
    expirationDateTime: time.iso(until),
    providerReference: result.providerReference,
    providerCode: result.providerCode,
    providerMessage: result.providerMessage,
    paymentDate: payment && time.iso(payment.receivedAt),
    paymentAmount: recordedAmount(payment?.amount),
    endToEndId: payment?.endToEndId,
    payer:
      payment && (payment.payerName !== undefined || payment.payerDocument !== undefined)
        ? { name: payment.payerName, document: payment.payerDocument }
        : undefined,
    disputedAmount: recordedAmount(result.disputedAmount),
    disputes: disputesOf(returns, time),
    refundedAmount: recordedAmount(result.refundedAmount),
    refundingAmount: result.refundingAmount === 0 ? undefined : recordedAmount(result.refundingAmount),
    surplus:
      surplus.length === 0
        ? undefined
        : surplus.map(({ endToEndId, amount, receivedAt, surplus: state = 'kept' }) => ({
            endToEndId,
            amount: String(amount),
            receivedAt: time.iso(receivedAt),
            state,
          })),
  };
}
