import { isPaidByBarcode, type QueryOutcome } from '../../providers/index.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import { chargeRow } from '../charge-writes.ts';
import { paymentsIn } from '../judge.ts';
import type { ChargeDependencies, OpenCharge } from '../open-charge.ts';
import { TAKEN_BACK, toldToPerson } from './told-to-person.ts';

/**
 * Of a paid charge: the payer's bank has taken back its word that a barcode was paid. The transaction stays paid, for what follows is
 * for its merchant to decide, and a person is told, once. Where the bank shows the payment again, that is over.
 */
export async function bookTakenBack(
  { store, charges, clock }: Pick<ChargeDependencies, 'store' | 'charges' | 'clock'>,
  { charge, attempt, found }: Pick<OpenCharge, 'charge' | 'attempt' | 'found'>,
  query: QueryOutcome,
): Promise<void> {
  if (attempt.state !== 'approved' || query.outcome !== 'found') return;
  const paying = (await charges.paymentsOf(found.id)).find(
    (payment) => payment.surplus === undefined && payment.reference === charge.reference,
  );
  if (!paying || !isPaidByBarcode(paying)) return;
  const { endToEndId, takenBackAt } = paying;
  const isShown = paymentsIn(query).some((payment) => payment.endToEndId === endToEndId);
  if (isShown === (takenBackAt === undefined)) return;
  const at = clock.now();
  const values = { takenBackAt: isShown ? undefined : at };
  const told = toldToPerson(
    { transactionId: found.id, accountId: charge.accountId, endToEndId },
    TAKEN_BACK,
    at,
  );
  await retryChange(store, found, (transaction) => ({
    transaction,
    at,
    rowBeside: chargeRow({ payment: { endToEndId, values } }),
    ...(isShown ? { closeCase: told.openCase.subject } : { openCase: told.openCase }),
    isTold: true,
    result: transaction.result,
    events: [
      isShown
        ? { kind: 'taken_over', origin: { kind: 'recovery' }, details: { subject: told.openCase.subject } }
        : told.event,
    ],
  }));
}
