import type { ReceivedOutcome, ReceivedPeriod } from '../../../charge-provider.ts';
import { bankPaymentOf } from '../book/bank-charge.ts';
import { receivedPayment } from '../book/received.ts';
import type { BankContext } from './context.ts';

const PER_PAGE = 100;

/** What arrived for an account in a period. */
export async function receivedOf(
  { storage }: BankContext,
  accountId: string,
  { from, to, page }: ReceivedPeriod,
): Promise<ReceivedOutcome> {
  if (from > to) return { outcome: 'invalid_request', reason: 'the period ends before it begins' };
  const range = { accountId, from, to, offset: page * PER_PAGE, limit: PER_PAGE + 1 };
  const found = await storage.received(range);
  const payments = found.slice(0, PER_PAGE).flatMap(({ kept: { charge }, endToEndId }) => {
    const payment = bankPaymentOf(charge, endToEndId);
    return payment ? receivedPayment(charge, payment) : [];
  });
  return { outcome: 'listed', payments, nextPage: found.length > PER_PAGE ? page + 1 : undefined };
}
