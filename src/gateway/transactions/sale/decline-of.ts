import type { KeptDecline } from '../../acquirers/index.ts';
import { Status, type Transaction, type TransactionStore } from '../record/index.ts';
import { INSTALLMENTS_MESSAGE } from './prepare.ts';

/** The refusal that a transaction's result tells of; undefined when it tells of none. */
export async function declineOf(
  store: Pick<TransactionStore, 'attemptsOf'>,
  { id, result, updatedAt }: Transaction,
): Promise<KeptDecline | undefined> {
  const isTryOfLink = result.status === Status.intention && result.providerCode !== undefined;
  if (result.status !== Status.denied && !isTryOfLink) return undefined;
  if (result.providerMessage === INSTALLMENTS_MESSAGE) {
    // Refused without an attempt: the acquirer was not asked.
    return { declineClass: 'merchant_config', adviceCode: undefined, endedAt: updatedAt };
  }
  const last = (await store.attemptsOf(id)).at(-1);
  return { declineClass: last?.declineClass, adviceCode: last?.adviceCode, endedAt: last?.endedAt };
}
