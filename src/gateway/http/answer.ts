import { DatabaseUnavailable } from '../../platform/database/index.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import type { Payments } from '../payments/index.ts';
import type { Transaction } from '../transactions/index.ts';
import { writeTransaction } from './wire.ts';

/**
 * The whole record of a transaction, with what is kept beside it: the stored card's token, why it was refused. Without the
 * latter when the database does not answer: the refusal itself is known, and must be told.
 */
export async function transactionAnswer(
  payments: Pick<Payments, 'redirectUrlOf' | 'savedTokenOf' | 'declineOf' | 'pixOf' | 'slipOf'>,
  transaction: Transaction,
  time: LocalTime,
) {
  const redirectUrl = payments.redirectUrlOf(transaction);
  const [savedToken, decline, pix, slip] = await Promise.all([
    payments.savedTokenOf(transaction),
    payments.declineOf(transaction).catch(nothingWithoutDatabase),
    payments.pixOf(transaction),
    payments.slipOf(transaction),
  ]);
  return writeTransaction(transaction, time, { redirectUrl, savedToken, decline, pix, slip });
}

function nothingWithoutDatabase(error: unknown): undefined {
  if (!(error instanceof DatabaseUnavailable)) throw error;
}
