import type { Clock } from '../../platform/time/clock.ts';
import type { KnownAges } from '../../platform/time/known-ages.ts';
import type { ChargeRoutes } from '../providers/index.ts';
import { chargeOf, type RoutedCharge } from '../transactions/acquirer-call.ts';
import type { Attempt } from '../transactions/rules/attempt.ts';
import type { Members, PaymentKind, PaymentKinds } from '../transactions/rules/kind.ts';
import type { Customer, Order, Payment } from '../transactions/rules/order.ts';
import { Status, type Transaction } from '../transactions/rules/transaction.ts';
import type { CaseStore } from '../transactions/stores/case-store.ts';
import type { TransactionStore } from '../transactions/stores/store.ts';
import { NOTHING_SEARCHED } from '../transactions/tables/stored-members.ts';
import type { AwaitedCharge } from './charge.ts';
import type { ChargeStore } from './charge-store.ts';
import type { ChargedKinds } from './charged-kind.ts';
import type { PayerHashes } from './payer-hash.ts';

export interface ChargeDependencies {
  readonly kinds: PaymentKinds;
  readonly chargedKind: ChargedKinds;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'movementsOf' | 'change'>;
  readonly cases: Pick<CaseStore, 'caseOf'>;
  readonly charges: ChargeStore;
  readonly acquirers: ChargeRoutes;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly ages: Pick<KnownAges, 'of'>;
  readonly payers: PayerHashes;
  newReference(): string;
  /** A charge is paid, and stored so. */
  onPaid(paid: PaidCharge): void;
  /** Called when only a person can go on, for the log. */
  onNeedsAttention(found: { transactionId: string; subject: string; reason: string }): void;
}

/** What made the bank asked about a charge that was paid. `recovery`: it was not known yet what became of its creation. */
export const PAID_FOUND_BY = ['notice', 'list', 'poll', 'recovery'] as const;

export interface PaidCharge {
  readonly provider: string;
  /** Of the payment that the charge asks for. */
  readonly kind: string;
  readonly foundBy: (typeof PAID_FOUND_BY)[number];
  /** Since the payment, as the bank dates it. */
  readonly afterMs: number;
}

/** A charge with everything that is stored of what it is about. */
export interface KnownCharge {
  readonly charge: AwaitedCharge;
  /** As its charge asks for it. */
  readonly transaction: Transaction;
  /** As it is stored: changes start from it. */
  readonly found: Transaction;
  readonly attempt: Attempt;
}

/** One with a way to its bank. */
export interface OpenCharge extends KnownCharge, RoutedCharge {}

/** Undefined when the transaction is gone. */
export async function knownCharge(
  { kinds, store }: Pick<ChargeDependencies, 'kinds' | 'store'>,
  charge: AwaitedCharge,
): Promise<KnownCharge | undefined> {
  const found = await store.findAny(charge.transactionId);
  const attempts = found ? await store.attemptsOf(found.id) : [];
  const attempt = attempts.find(({ reference }) => reference === charge.reference);
  if (!found || !attempt) return undefined;
  return { charge, transaction: asCharged(kinds, found, charge), found, attempt };
}

/** Undefined when this service has no way to its bank any more. */
export async function withWayToBank(
  { acquirers }: Pick<ChargeDependencies, 'acquirers'>,
  known: KnownCharge,
): Promise<OpenCharge | undefined> {
  const routed = await chargeOf(acquirers, known.transaction, known.attempt);
  return routed && { ...routed, ...known };
}

/** Undefined when the bank can no longer be reached, or the transaction is gone. */
export async function openCharge(
  dependencies: Pick<ChargeDependencies, 'kinds' | 'store' | 'acquirers'>,
  charge: AwaitedCharge,
): Promise<OpenCharge | undefined> {
  const known = await knownCharge(dependencies, charge);
  return known && withWayToBank(dependencies, known);
}

/** A payment that its buyer makes by himself: until when it can be made, milliseconds since 1970. */
interface AwaitedPayment extends Payment {
  readonly expiresAt: number;
}

/** The transaction as its charge asks for it: of an intention, the buyer may be trying to pay in another way now. */
export function asCharged(
  kinds: PaymentKinds,
  transaction: Transaction,
  { kind: name, expiresAt, asked }: Pick<AwaitedCharge, 'kind' | 'expiresAt' | 'asked'>,
): Transaction {
  const { order, amount } = transaction;
  const offer = order.intention?.offers.find(({ kind }) => kind === name);
  if (!offer) return transaction;
  const kind = kinds.of(offer);
  const { payment: offered, ...through } = kind.asOffered(offer);
  const whole = order.intention?.amount ?? amount;
  const payment: AwaitedPayment = { ...offered, expiresAt };
  const byBuyer = asked === undefined ? { payment } : readAsked(kinds, name, asked);
  return {
    ...transaction,
    amount: kind.amountOf?.(offer, whole) ?? whole,
    order: { ...order, ...through, ...byBuyer },
  };
}

/** For `AwaitedCharge.asked`. */
export function writeAsked(kind: Pick<PaymentKind, 'write'>, { payment, customer }: AskedByBuyer): string {
  return JSON.stringify({ payment: kind.write(payment, NOTHING_SEARCHED), customer });
}

type AskedByBuyer = Pick<Order, 'payment' | 'customer'>;

function readAsked(kinds: PaymentKinds, kind: string, text: string): AskedByBuyer {
  const { payment, customer } = JSON.parse(text) as { payment: Members; customer?: Customer };
  return { payment: kinds.of({ kind }).read(payment, NOTHING_SEARCHED), customer };
}

/** Whether an order is paid by its buyer alone, who waits for nobody. */
export function isPaidByBuyer(kinds: PaymentKinds, { payment }: Pick<Order, 'payment'>): boolean {
  return kinds.of(payment).paidBy === 'buyer';
}

/** Whether the buyer of an intention may choose to pay so. */
export function isOfferedToBuyer(kinds: PaymentKinds, { intention }: Pick<Order, 'intention'>): boolean {
  return intention?.offers.some((offer) => kinds.of(offer).paidBy === 'buyer') ?? false;
}

/** Of what a transaction's charges have become: found by their tries, however many there were, and in whatever order. */
export interface ChargeTries {
  /** One that is out, or being made, for which its buyer's money may come: the newest of them. */
  readonly live: AwaitedCharge | undefined;
  /** All of them: of an intention one of each kind may be out. */
  readonly allLive: readonly AwaitedCharge[];
  /** The one that was paid. */
  readonly paid: AwaitedCharge | undefined;
  readonly newest: AwaitedCharge | undefined;
}

export async function chargeTriesOf(
  {
    store,
    charges,
  }: { readonly store: Pick<TransactionStore, 'attemptsOf'> } & Pick<ChargeDependencies, 'charges'>,
  transactionId: string,
  /** Only those of this kind. */
  wanted?: string,
): Promise<ChargeTries> {
  const all = await charges.ofTransaction(transactionId);
  const made = wanted === undefined ? all : all.filter(({ kind }) => kind === wanted);
  const attempts = made.length === 0 ? [] : await store.attemptsOf(transactionId);
  const states = new Map(attempts.map(({ reference, state }) => [reference, state]));
  const stands = (among: readonly Attempt['state'][]) =>
    made.filter(({ reference }) => among.includes(states.get(reference) ?? 'absent'));
  const allLive = stands(LIVE);
  return { live: allLive.at(-1), allLive, paid: stands(['approved']).at(-1), newest: made.at(-1) };
}

const LIVE: readonly Attempt['state'][] = ['sending', 'unknown', 'waiting'];

/** Its buyer is trying to pay in another way. */
export function isHeldUp({
  transaction: { result },
  attempt,
}: Pick<KnownCharge, 'transaction' | 'attempt'>): boolean {
  const isTrying = result.status === Status.started || result.status === Status.pending;
  return isTrying && attempt.state === 'waiting';
}

/** For its buyer's payment, or for its bank to take it back. */
export function isWaiting({
  transaction: { result },
  attempt,
}: Pick<KnownCharge, 'transaction' | 'attempt'>): boolean {
  const isOut = result.status === Status.intention || result.status === Status.canceling;
  return isOut && attempt.state === 'waiting';
}
