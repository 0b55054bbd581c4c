import type { LocalTime } from '../../../../platform/time/clock.ts';
import { isPaidByBarcode, type PaidDetails } from '../../../providers/index.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { recordedAmount, type WrittenRecord } from '../../../transactions/rules/written.ts';
import type { SlipBeside } from '../beside.ts';
import { slipPaymentOf } from '../payment.ts';
import type { BankSlipRecord } from './schema.ts';

type Payment = NonNullable<SlipBeside['payment']>;

/** `payment.bankSlip` of a record. */
export function writeSlip(
  { order, result }: Pick<Transaction, 'order' | 'result'>,
  { slip, url, payment: paidBy, surplus, replaces, replacedBy }: SlipBeside,
  time: LocalTime,
): WrittenRecord<BankSlipRecord> {
  const { dueOn, instructions, guarantor } = slipPaymentOf(order);
  // A request that is repeated with its key is answered as at first: then nobody had paid yet.
  const payment = result.capturedAmount === undefined ? undefined : paidBy;
  return {
    provider: order.provider,
    providerReference: slip?.ourNumber ?? result.providerReference,
    providerCode: result.providerCode,
    providerMessage: result.providerMessage,
    emissionDate: slip?.emittedOn,
    expirationDate: dueOn === '' ? undefined : dueOn,
    instructions,
    guarantor,
    url,
    replaces,
    replacedBy: replacedBy?.transactionId,
    digitableLine: slip?.line,
    barCode: slip?.barcode,
    qrCode: slip?.qrCode,
    paymentDate: payment && time.iso(payment.receivedAt),
    paymentAmount: recordedAmount(payment?.amount),
    paidDetails: payment && detailsOf(payment),
    takenBackAt: payment?.takenBackAt === undefined ? undefined : time.iso(payment.takenBackAt),
    endToEndId: payment && pixOf(payment),
    refundedAmount: recordedAmount(result.refundedAmount),
    refundingAmount: result.refundingAmount === 0 ? undefined : recordedAmount(result.refundingAmount),
    surplus: surplus.length === 0 ? undefined : surplus.map((one) => surplusOf(one, time)),
  };
}

function surplusOf(payment: Payment, time: LocalTime) {
  const { endToEndId, amount, receivedAt, surplus: state = 'kept' } = payment;
  return {
    paymentId: endToEndId,
    endToEndId: pixOf(payment),
    amount: String(amount),
    receivedAt: time.iso(receivedAt),
    state,
  };
}

function pixOf(payment: Payment): string | undefined {
  return isPaidByBarcode(payment) ? undefined : payment.endToEndId;
}

function detailsOf({ details }: Payment): BankSlipRecord['paidDetails'] {
  if (details === undefined) return undefined;
  const { interest, fine, discount } = JSON.parse(details) as PaidDetails;
  return { interest: String(interest), fine: String(fine), discount: String(discount) };
}
