import type { ShopMail } from '../../../accounts/shops/index.ts';
import type { EventDetails, History, NewEvent } from '../../../gateway/history/index.ts';
import { isSlipPayment } from '../../../gateway/kinds/slip/index.ts';
import { Status, type StatusChange } from '../../../gateway/transactions/index.ts';
import { addressKeyOf, type MailQueue, type NewMail } from '../../../platform/mail/index.ts';

/** The mails of a sale that was paid by this change, or whose slip can be paid from now on, of those that its shop wants. */
export function mailsOfChange(
  { transaction, isForAll, awaited }: Pick<StatusChange, 'transaction' | 'isForAll' | 'awaited'>,
  wanted: readonly ShopMail[],
): readonly NewMail[] {
  const { id, amount, order, result } = transaction;
  if (awaited !== undefined) return mailsOfSlip(transaction, awaited, wanted);
  if (!isForAll || result.status !== Status.captured || result.refundedAmount) return [];
  const facts = { amount: result.capturedAmount ?? amount };
  const mails: NewMail[] = [];
  if (wanted.includes(order.intention ? 'link_payment' : 'payment')) {
    mails.push({ id: `payment-${id}`, kind: 'payment', about: id, facts });
  }
  if (wanted.includes('receipt') && order.customer?.email !== undefined) {
    mails.push({ id: `receipt-${id}`, kind: 'receipt', about: id, facts });
  }
  return mails;
}

/**
 * Of a code, which is paid at once or not at all, nobody is sent a copy. Anybody may visit a reusable link, and type
 * anybody's address there: those are counted.
 */
function mailsOfSlip(
  { id, order: { payment, customer, intention } }: StatusChange['transaction'],
  reference: string,
  wanted: readonly ShopMail[],
): readonly NewMail[] {
  const to = customer?.email;
  if (!isSlipPayment(payment) || !wanted.includes('receipt') || to === undefined) return [];
  const linkId = intention?.linkId;
  const counted = linkId !== undefined && { askedBy: `link:${linkId}`, addressKey: addressKeyOf(to) };
  return [{ id: `slip-${reference}`, kind: 'slip', about: id, facts: { reference }, ...counted }];
}

/**
 * The history, whose shop is also told of money that went back, as a refund of a part changes no status, and of disputes.
 * Whether the shop wants to know is asked when the mail is sent.
 */
export function tellingShops(history: History, queue: Pick<MailQueue, 'write'>): History {
  return {
    ...history,
    record: async (write, events) => {
      await history.record(write, events);
      await queue.write(write, [...events.flatMap(mailOfRefund), ...events.flatMap(mailOfDispute)]);
    },
  };
}

function mailOfRefund({ kind, transactionId, at, details }: NewEvent): readonly NewMail[] {
  if (kind !== 'answered' && kind !== 'resolved') return [];
  const { movement, outcome, amount } = details as EventDetails['answered'];
  if ((movement !== 'refund' && movement !== 'void') || outcome !== 'done') return [];
  return [
    {
      id: `refund-${transactionId}-${at}`,
      kind: 'refund',
      about: transactionId,
      facts: amount === undefined ? {} : { amount },
    },
  ];
}

/** At the notice of a dispute, and some days before it has to be answered: once each. */
function mailOfDispute({ kind, details }: NewEvent): readonly NewMail[] {
  if (kind !== 'dispute') return [];
  const { step, subject, disputeKind, answerBy = '', warnedDays } = details as EventDetails['dispute'];
  if (step !== 'warned') return [];
  return [
    {
      id: `dispute-${subject}-${disputeKind}-${answerBy}-${warnedDays}`,
      kind: 'dispute',
      about: subject,
      facts: {},
    },
  ];
}
