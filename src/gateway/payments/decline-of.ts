import { INSTALLMENTS_MESSAGE } from '../kinds/card/index.ts';
import type { KeptDecline } from '../providers/index.ts';
import { isDeniedTry, Status, type Transaction, type TransactionStore } from '../transactions/index.ts';

/** The refusal that a transaction's result tells of; undefined when it tells of none. */
export async function declineOf(
  store: Pick<TransactionStore, 'attemptsOf'>,
  transaction: Transaction,
): Promise<KeptDecline | undefined> {
  const { status, providerCode } = transaction.result;
  const isTryOfLink =
    transaction.order.intention !== undefined && status === Status.intention && providerCode !== undefined;
  return status === Status.denied || isTryOfLink ? lastDecline(store, transaction) : undefined;
}

/** As `declineOf`, and also of a link that has expired or was canceled since its last try was denied. */
export async function declineOfLastTry(
  store: Pick<TransactionStore, 'attemptsOf'>,
  transaction: Transaction,
): Promise<KeptDecline | undefined> {
  const { result } = transaction;
  const isDenied = result.status === Status.denied || isDeniedTry(result);
  return isDenied ? lastDecline(store, transaction) : undefined;
}

async function lastDecline(
  store: Pick<TransactionStore, 'attemptsOf'>,
  { id, result, updatedAt }: Transaction,
): Promise<KeptDecline> {
  if (result.providerMessage === INSTALLMENTS_MESSAGE) {
    // Refused without an attempt: the acquirer was not asked.
    return { declineClass: 'merchant_config', adviceCode: undefined, endedAt: updatedAt };
  }
  const last = (await store.attemptsOf(id)).at(-1);
  return { declineClass: last?.declineClass, adviceCode: last?.adviceCode, endedAt: last?.endedAt };
}
