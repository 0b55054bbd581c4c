import type { Origin } from '../../history/index.ts';
import type { Answered } from '../../transactions/idempotency/once.ts';
import { type MoveResult, refused } from '../../transactions/movements/results.ts';
import type { Claim } from '../../transactions/rules/idempotency-key.ts';
import { Status, type Transaction } from '../../transactions/rules/transaction.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import type { AwaitedCharge } from '../charge.ts';
import { chargeRow } from '../charge-writes.ts';
import { type Removal, removeAtBank } from '../look.ts';
import {
  type ChargeDependencies,
  chargeTriesOf,
  isOfferedToBuyer,
  isPaidByBuyer,
  openCharge,
} from '../open-charge.ts';
import { compareWithBank } from './compare-with-bank.ts';

export interface Withdrawal {
  readonly origin: Origin;
  /** Undefined: all of it. */
  readonly amount: number | undefined;
  readonly idempotency: Claim | undefined;
}

/**
 * Removes an unpaid charge at the bank, for the merchant. A paid one is compared with the bank (`compareWithBank`): undefined
 * where a refund may go on, or when its buyer does not pay by himself. The wish is stored first: a removal that the bank has not confirmed is asked for again until it is.
 */
export async function withdrawCharge(
  dependencies: ChargeDependencies,
  transaction: Transaction,
  withdrawal: Withdrawal,
): Promise<MoveResult | undefined> {
  if (!isUnpaid(dependencies, transaction)) return compareWithBank(dependencies, transaction);
  const { amount } = withdrawal;
  if (amount !== undefined && amount !== transaction.amount) return refused('partial_unsupported');
  const { allLive, newest } = await chargeTriesOf(dependencies, transaction.id);
  const unanswered = transaction.order.intention || !newest ? [] : [newest];
  const [first, ...others] = allLive.length > 0 ? allLive : unanswered;
  if (!first) return undefined;
  const charges = [first, ...others] as const;
  const wished = await storeWish(dependencies, transaction, charges, withdrawal);
  if (!wished) return undefined;
  const removal = await removeAll(dependencies, charges, withdrawal);
  const current = (await dependencies.store.findAny(transaction.id)) ?? wished;
  // Somebody else may have learned of the payment meanwhile.
  const isPaid = removal === 'paid' || current.result.status === Status.captured;
  await answerKey(dependencies, current, withdrawal, isPaid);
  if (isPaid) return paidMeanwhile(dependencies, current, withdrawal);
  return { kind: removal === 'removed' ? 'moved' : 'pending', transaction: current };
}

/** One after the other: of an intention one of each kind may be out. */
async function removeAll(
  dependencies: ChargeDependencies,
  charges: readonly AwaitedCharge[],
  { origin }: Pick<Withdrawal, 'origin'>,
): Promise<Removal> {
  let all: Removal = 'removed';
  for (const charge of charges) {
    const ending = { ...charge, ending: 'void', endingOrigin: JSON.stringify(origin) } as const;
    const open = await openCharge(dependencies, ending);
    const one = open?.attempt.state === 'waiting' ? await removeAtBank(dependencies, open) : 'not known yet';
    if (one === 'paid') return one;
    if (one === 'not known yet') all = one;
  }
  return all;
}

/**
 * Nothing went back. Remembered for its key: the same request, sent again by a client that lost the answer, must not give back
 * money that its shop keeps.
 */
function paidMeanwhile(
  { chargedKind }: Pick<ChargeDependencies, 'chargedKind'>,
  transaction: Transaction,
  { origin, idempotency }: Pick<Withdrawal, 'origin'> & { readonly idempotency: unknown },
): MoveResult {
  const how = idempotency !== undefined && origin.kind === 'merchant' ? ' com uma chave nova' : '';
  const { paidMeanwhile: text } = chargedKind(transaction.order.payment.kind).words;
  return { ...refused('status_conflict', `${text}: para devolver, cancele de novo${how}.`), transaction };
}

/** What a repeated request is answered whose first one was to remove an unpaid charge that was paid meanwhile; else undefined. */
export async function repeatedWithdrawal(
  { kinds, store, chargedKind }: Pick<ChargeDependencies, 'kinds' | 'store' | 'chargedKind'>,
  transaction: Transaction,
  answered: Answered,
  origin: Origin,
): Promise<MoveResult | undefined> {
  const { id, order, result } = transaction;
  const isPaid = isPaidByBuyer(kinds, order) && result.status === Status.captured;
  // Where its answer is lost the record tells: it is paid, and no refund was begun.
  const isPaidInstead =
    answered === 'refused' || (answered === 'lost' && isPaid && (await store.movementsOf(id)).length === 0);
  return isPaidInstead
    ? paidMeanwhile({ chargedKind }, transaction, { origin, idempotency: answered })
    : undefined;
}

function isUnpaid(
  { kinds }: Pick<ChargeDependencies, 'kinds'>,
  { order, result: { status, capturedAmount } }: Transaction,
): boolean {
  if (status === Status.started) return isPaidByBuyer(kinds, order);
  // Its bank could not take it back yet.
  if (status === Status.canceling) return isPaidByBuyer(kinds, order) && capturedAmount === undefined;
  return status === Status.intention && (isOfferedToBuyer(kinds, order) || isPaidByBuyer(kinds, order));
}

async function storeWish(
  { kinds, store, clock }: ChargeDependencies,
  found: Transaction,
  [first, ...others]: readonly [AwaitedCharge, ...AwaitedCharge[]],
  { origin, idempotency }: Withdrawal,
): Promise<Transaction | undefined> {
  const sent = ({ reference }: AwaitedCharge) =>
    ({ kind: 'sent', origin, details: { movement: 'void', subject: reference } }) as const;
  const { kind, transaction } = await retryChange(store, found, (current) => {
    if (!isUnpaid({ kinds }, current)) return undefined;
    const now = clock.now();
    return {
      transaction: current,
      at: now,
      rowBeside: chargeRow({
        charges: [first, ...others].map(({ reference, ending }) => ({
          reference,
          values:
            ending === 'void'
              ? { nextAt: now }
              : { ending: 'void', endingOrigin: JSON.stringify(origin), nextAt: now },
        })),
      }),
      key: idempotency && {
        kind: 'claim',
        key: { ...idempotency, transactionId: current.id, answer: undefined },
      },
      events: [sent(first), ...others.map(sent)],
    };
  });
  return kind === 'changed' ? transaction : undefined;
}

async function answerKey(
  { store, clock }: ChargeDependencies,
  found: Transaction,
  { origin, idempotency }: Withdrawal,
  isRefused: boolean,
): Promise<void> {
  if (!idempotency) return;
  const { id } = idempotency;
  await retryChange(store, found, (transaction) => ({
    transaction,
    at: clock.now(),
    // As it is told: it may have been given back since.
    key: { kind: 'answer', id, result: isRefused ? found.result : transaction.result, isRefused },
    events: [
      {
        kind: 'answered',
        origin,
        details: {
          movement: 'void',
          subject: transaction.id,
          outcome: isRefused ? 'declined' : 'pending',
        },
      },
    ],
  }));
}
