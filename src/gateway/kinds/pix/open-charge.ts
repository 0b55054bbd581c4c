import type { Clock } from '../../../platform/time/clock.ts';
import type { KnownAges } from '../../../platform/time/known-ages.ts';
import type { ChargeRoutes } from '../../providers/index.ts';
import { chargeOf, type RoutedCharge } from '../../transactions/acquirer-call.ts';
import type { Attempt } from '../../transactions/rules/attempt.ts';
import type { PaymentKinds } from '../../transactions/rules/kind.ts';
import { Status, type Transaction } from '../../transactions/rules/transaction.ts';
import type { TransactionStore } from '../../transactions/stores/store.ts';
import type { PixCharge } from './charge.ts';
import type { PixChargeStore } from './charge-store.ts';

export interface PixDependencies {
  readonly kinds: PaymentKinds;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'movementsOf' | 'change'>;
  readonly charges: PixChargeStore;
  readonly acquirers: ChargeRoutes;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly ages: Pick<KnownAges, 'of'>;
  newReference(): string;
  /** A Pix is paid, and stored so. */
  onPaid(paid: PaidPix): void;
}

/** What made the bank asked about a charge that was paid. */
export const PAID_FOUND_BY = ['notice', 'list', 'poll'] as const;

export interface PaidPix {
  readonly provider: string;
  readonly foundBy: (typeof PAID_FOUND_BY)[number];
  /** Since the payment, as the bank dates it. */
  readonly afterMs: number;
}

/** A charge with everything it is about. */
export interface OpenPix extends RoutedCharge {
  readonly charge: PixCharge;
  readonly transaction: Transaction;
  readonly attempt: Attempt;
}

/** Undefined when the bank can no longer be reached, or the transaction is gone. */
export async function openPix(
  { store, acquirers }: Pick<PixDependencies, 'store' | 'acquirers'>,
  charge: PixCharge,
): Promise<OpenPix | undefined> {
  const transaction = await store.findAny(charge.transactionId);
  const attempts = transaction ? await store.attemptsOf(transaction.id) : [];
  const attempt = attempts.find(({ reference }) => reference === charge.reference);
  if (!transaction || !attempt) return undefined;
  const routed = await chargeOf(acquirers, transaction, attempt);
  return routed && { ...routed, charge, transaction, attempt };
}

/** For its buyer's payment. */
export function isWaiting({
  transaction: { result },
  attempt,
}: Pick<OpenPix, 'transaction' | 'attempt'>): boolean {
  return result.status === Status.intention && attempt.state === 'waiting';
}
