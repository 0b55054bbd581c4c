import type { ChargePayment } from '../providers/index.ts';
import { retryChange } from '../transactions/stores/change-until.ts';
import { type AwaitedCharge, maskedDocument, type PaymentRow } from './charge.ts';
import { chargeRow } from './charge-writes.ts';
import { isLess, toldOfLess } from './ends/paid-less.ts';
import type { ChargeDependencies, OpenCharge } from './open-charge.ts';
import { type PayerHashes, payerHash } from './payer-hash.ts';

type BookDependencies = Pick<ChargeDependencies, 'charges' | 'clock' | 'newReference' | 'payers'>;
type LateDependencies = BookDependencies & Pick<ChargeDependencies, 'store' | 'chargedKind' | 'onPaid'>;
type LateCharge = Pick<OpenCharge, 'charge' | 'transaction' | 'found' | 'route'>;

/**
 * Of a charge that is not waited for any more: of one that is paid, what pays it if that is not in the book yet; anything
 * else is a surplus, whatever the bank says that it pays.
 */
export async function bookLate(
  dependencies: LateDependencies,
  open: LateCharge & Pick<OpenCharge, 'attempt'>,
  arrived: readonly ChargePayment[],
): Promise<void> {
  if (arrived.length === 0) return;
  const { charge, attempt, transaction } = open;
  const { charges } = dependencies;
  const known = await charges.paymentsOf(transaction.id);
  const isMissing = attempt.state === 'approved' && known.every(({ surplus }) => surplus !== undefined);
  const paying = isMissing
    ? arrived.find(
        ({ settles, endToEndId }) => settles && known.every((one) => one.endToEndId !== endToEndId),
      )
    : undefined;
  if (paying) await bookPaying(dependencies, open, paying);
  await bookSurplus(
    dependencies,
    charge,
    arrived.filter((payment) => payment !== paying),
    known,
  );
}

/**
 * What pays it was found by recovery before it was known what the bank had made: a person is told of less here, too. Of looks at the
 * same time one stores it, and counts it.
 */
async function bookPaying(
  dependencies: LateDependencies,
  open: LateCharge,
  paying: ChargePayment,
): Promise<void> {
  const { charges, payers, clock, onPaid } = dependencies;
  const row = paymentRow(payers, open.charge, paying);
  const isNew = isLess(dependencies, open, paying)
    ? await bookLess(dependencies, open, { paying, row })
    : (await charges.addPayments([row])).includes(true);
  if (!isNew) return;
  const { provider } = open.route.connector;
  const { kind } = open.charge;
  onPaid({ provider, kind, foundBy: 'recovery', afterMs: clock.now() - paying.at });
}

async function bookLess(
  { charges, store, clock }: LateDependencies,
  open: LateCharge,
  { paying, row }: { readonly paying: ChargePayment; readonly row: PaymentRow },
): Promise<boolean> {
  const at = clock.now();
  const { openCase, event } = toldOfLess(open, paying, at);
  const { kind } = await retryChange(store, open.found, async (transaction) => {
    const known = await charges.paymentsOf(transaction.id);
    if (known.some(({ endToEndId }) => endToEndId === paying.endToEndId)) return undefined;
    return { transaction, at, rowBeside: chargeRow({ payments: [row] }), openCase, events: [event] };
  });
  return kind === 'changed';
}

/** Money that comes twice, or for a charge that is over, is kept in the book until it is given back. */
export async function bookSurplus(
  { charges, clock, newReference, payers }: BookDependencies,
  charge: AwaitedCharge,
  arrived: readonly ChargePayment[],
  known: readonly PaymentRow[],
): Promise<void> {
  const inBook = new Set(known.map(({ endToEndId }) => endToEndId));
  const added = arrived.filter(({ endToEndId }) => !inBook.has(endToEndId));
  if (added.length === 0) return;
  const nextAt = clock.now();
  await charges.addPayments(
    added.map((payment) => ({
      ...paymentRow(payers, charge, payment),
      surplus: 'refunding' as const,
      refundReference: newReference(),
      nextAt,
    })),
  );
}

/** What arrived, as the book keeps it: the payer's document is masked, and found by a hash that nobody can guess. */
export function paymentRow(
  payers: PayerHashes,
  { reference, transactionId }: AwaitedCharge,
  { endToEndId, amount, at, payer, details }: ChargePayment,
): PaymentRow {
  return {
    endToEndId,
    reference,
    transactionId,
    amount,
    receivedAt: at,
    payerName: payer?.name,
    payerDocument: maskedDocument(payer?.document),
    payerHash: payerHash(payers, payer?.document),
    details: details && JSON.stringify(details),
    takenBackAt: undefined,
    surplus: undefined,
    refundReference: undefined,
    nextAt: undefined,
    tries: 0,
  };
}
