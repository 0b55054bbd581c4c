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
import { amountByPix, orderOfPixOffer, pixOfferOf } from './offer/pix-offer.ts';
import type { PixPayment } from './payment.ts';
import type { PayerHashes } from './search/payer-hash.ts';

export interface PixDependencies {
  readonly kinds: PaymentKinds;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'movementsOf' | 'change'>;
  readonly charges: PixChargeStore;
  readonly acquirers: ChargeRoutes;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly ages: Pick<KnownAges, 'of'>;
  readonly payers: PayerHashes;
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
  /** As its charge asks for it. */
  readonly transaction: Transaction;
  /** As it is stored: changes start from it. */
  readonly found: Transaction;
  readonly attempt: Attempt;
}

/** Undefined when the bank can no longer be reached, or the transaction is gone. */
export async function openPix(
  { store, acquirers }: Pick<PixDependencies, 'store' | 'acquirers'>,
  charge: PixCharge,
): Promise<OpenPix | undefined> {
  const found = await store.findAny(charge.transactionId);
  const attempts = found ? await store.attemptsOf(found.id) : [];
  const attempt = attempts.find(({ reference }) => reference === charge.reference);
  if (!found || !attempt) return undefined;
  const transaction = byPix(found, charge);
  const routed = await chargeOf(acquirers, transaction, attempt);
  return routed && { ...routed, charge, transaction, found, attempt };
}

/** The transaction as its charge asks for it: of an intention, the buyer may be trying to pay by card now. */
export function byPix(transaction: Transaction, { expiresAt }: Pick<PixCharge, 'expiresAt'>): Transaction {
  const { order, amount } = transaction;
  const offer = order.intention && pixOfferOf(order.intention);
  if (!offer) return transaction;
  const { provider, providerVersion, payment: offered } = orderOfPixOffer(offer);
  const payment: PixPayment = { ...offered, expiresAt };
  return {
    ...transaction,
    amount: amountByPix(order.intention?.amount ?? amount, offer),
    order: { ...order, provider, providerVersion, payment },
  };
}

/** Of what a transaction's codes have become: found by their tries, however many there were, and in whatever order. */
export interface PixTries {
  /** A code that is out, or being made, for which its buyer's money may come. */
  readonly live: PixCharge | undefined;
  /** The one that was paid. */
  readonly paid: PixCharge | undefined;
  readonly newest: PixCharge | undefined;
}

export async function triesByPix(
  {
    store,
    charges,
  }: { readonly store: Pick<TransactionStore, 'attemptsOf'> } & Pick<PixDependencies, 'charges'>,
  transactionId: string,
): Promise<PixTries> {
  const made = await charges.ofTransaction(transactionId);
  const attempts = made.length === 0 ? [] : await store.attemptsOf(transactionId);
  const states = new Map(attempts.map(({ reference, state }) => [reference, state]));
  const lastIn = (wanted: readonly Attempt['state'][]) =>
    made.findLast(({ reference }) => wanted.includes(states.get(reference) ?? 'absent'));
  return { live: lastIn(LIVE), paid: lastIn(['approved']), newest: made.at(-1) };
}

const LIVE: readonly Attempt['state'][] = ['sending', 'unknown', 'waiting'];

/** Its buyer is trying to pay in another way. */
export function isHeldUp({
  transaction: { result },
  attempt,
}: Pick<OpenPix, 'transaction' | 'attempt'>): boolean {
  const isTrying = result.status === Status.started || result.status === Status.pending;
  return isTrying && attempt.state === 'waiting';
}

/** For its buyer's payment. */
export function isWaiting({
  transaction: { result },
  attempt,
}: Pick<OpenPix, 'transaction' | 'attempt'>): boolean {
  return result.status === Status.intention && attempt.state === 'waiting';
}
