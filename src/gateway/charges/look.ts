import type { Origin } from '../history/index.ts';
import {
  CHARGE_PAID,
  type ChargePayment,
  type HostAnswer,
  SLIP_BUSY,
  unbelievableForMs,
} from '../providers/index.ts';
import { maxProcessingMs } from '../transactions/acquirer-call.ts';
import { resolvedAttempt } from '../transactions/rules/attempt.ts';
import { resultOf } from '../transactions/rules/authorization-results.ts';
import { newResult, type Result, Status, type Transaction } from '../transactions/rules/transaction.ts';
import { retryChange } from '../transactions/stores/change-until.ts';
import { bookLate, bookSurplus, paymentRow } from './book.ts';
import {
  type AwaitedCharge,
  DUE_BY_LIST,
  DUE_BY_NOTICE,
  endingOriginOf,
  lateLookAgain,
  lookOnceKnown,
  nextLateLook,
  type PaymentRow,
} from './charge.ts';
import { chargeRow } from './charge-writes.ts';
import { bookTakenBack } from './ends/book-taken-back.ts';
import { endingOf, statusAfter, WORDS_OF_ENDING } from './ends/ending.ts';
import { isLess, toldOfLess } from './ends/paid-less.ts';
import type { toldToPerson } from './ends/told-to-person.ts';
import { isAnswered, judgeCharge, paymentsIn, surplusIn } from './judge.ts';
import { lookAtOthers } from './look-at-others.ts';
import {
  asCharged,
  type ChargeDependencies,
  isHeldUp,
  isWaiting,
  knownCharge,
  type OpenCharge,
  type PaidCharge,
  withWayToBank,
} from './open-charge.ts';
import { bookReturns } from './returns/book-returns.ts';
import { lookLater, lookWithoutWay } from './unconfirmed.ts';
import { carryWish } from './withdrawal/carry-wish.ts';
import { endUnwanted } from './withdrawal/end-unwanted.ts';
import { holdBack } from './withdrawal/hold-back.ts';

const HELD_UP_MS = 5_000;

/**
 * Asks the bank how a charge stands, and stores what that proves. A notice, or time that passed, is only a reason to ask.
 * Safe to repeat, and to run on all instances at once.
 */
export async function lookAtCharge(dependencies: ChargeDependencies, charge: AwaitedCharge): Promise<void> {
  const { charges, clock, timeScale } = dependencies;
  const now = clock.now();
  const known = await knownCharge(dependencies, charge);
  if (!known) {
    await charges.putOff(charge, { nextAt: undefined });
    return;
  }
  if (known.attempt.state === 'sending' || known.attempt.state === 'unknown') {
    // Recovery finds out whether it was made at all.
    await charges.putOff(charge, { nextAt: lookOnceKnown(charge, now, timeScale) });
    return;
  }
  const open = await withWayToBank(dependencies, known);
  if (!open) return lookWithoutWay(dependencies, known);
  if (isHeldUp(open)) {
    // Another try of its buyer decides whether what came pays, or is too much.
    await charges.putOff(charge, { nextAt: Math.ceil(now + HELD_UP_MS / timeScale) });
    return;
  }
  if (charge.ending === 'void') await carryWish(dependencies, open);
  const query = await open.route.connector.query(open.ids);
  if (!isWaiting(open)) {
    const isEnded = open.attempt.state !== 'waiting' || (await endUnwanted(dependencies, open, query));
    await bookLate(dependencies, open, paymentsIn(query));
    await bookReturns(dependencies, open.transaction, paymentsIn(query));
    await bookTakenBack(dependencies, open, query);
    if (!isEnded) return lookLater(dependencies, open);
    const { endedAt = now } = open.attempt;
    const looked = isAnswered(query)
      ? {
          nextAt: nextLateLook(endedAt, now, timeScale, dependencies.chargedKind(charge.kind).lateLooksMs),
          looks: charge.looks + 1,
        }
      : { nextAt: lateLookAgain(endedAt, now, timeScale) };
    await charges.putOff(charge, looked);
    return;
  }
  const surplus = surplusIn(query, open.transaction.amount);
  if (surplus.length > 0) {
    await bookSurplus(dependencies, charge, surplus, await charges.paymentsOf(charge.transactionId));
    await bookReturns(dependencies, open.transaction, surplus);
  }
  const verdict = judgeCharge(query);
  switch (verdict.kind) {
    case 'paid':
      await settlePaid(dependencies, open, verdict);
      await bookReturns(dependencies, open.transaction, paymentsIn(query));
      return;
    case 'removed':
      await settleRemoved(dependencies, open, verdict.answer);
      return;
    case 'open':
      if (charge.ending !== undefined || now >= charge.expiresAt) await removeAtBank(dependencies, open);
      else await lookLater(dependencies, open, verdict.action?.nextAction);
      return;
    case 'not_found':
    case 'ask_again':
      await lookLater(dependencies, open);
  }
}

/** `removed`: and the transaction has ended. `paid`: too late, and the transaction is paid. */
export type Removal = 'removed' | 'paid' | 'not known yet';

/** Removes the charge at the bank, so that nobody can pay it any more. Only then has its transaction ended. */
export async function removeAtBank(dependencies: ChargeDependencies, open: OpenCharge): Promise<Removal> {
  const { kinds, ages } = dependencies;
  const { transaction, attempt, route, ids } = open;
  const outcome = await route.connector.void(ids, undefined);
  if (outcome.outcome === 'done') {
    await settleRemoved(dependencies, open, outcome.answer);
    return 'removed';
  }
  if (outcome.outcome === 'declined' && outcome.decline.code === CHARGE_PAID) {
    const verdict = judgeCharge(await route.connector.query(ids));
    if (verdict.kind === 'paid') {
      await settlePaid(dependencies, open, verdict);
      return 'paid';
    }
  }
  const maxMs = maxProcessingMs(kinds, route, transaction);
  if (outcome.outcome === 'not_found' && unbelievableForMs(ages.of(attempt.reference), maxMs) === 0) {
    await settleRemoved(dependencies, open, {});
    return 'removed';
  }
  if (outcome.outcome === 'declined' && outcome.decline.code === SLIP_BUSY)
    await holdBack(dependencies, open);
  await lookLater(dependencies, open);
  return 'not known yet';
}

async function settlePaid(
  dependencies: ChargeDependencies,
  open: OpenCharge,
  { payment, answer }: { readonly payment: ChargePayment; readonly answer: HostAnswer },
): Promise<void> {
  const { kinds, chargedKind, payers, clock, onPaid } = dependencies;
  const { words, referenceOf } = chargedKind(open.charge.kind);
  const approved = { outcome: 'approved', captured: true, answer } as const;
  const isEnded = await end(dependencies, open, {
    result: (transaction) => ({
      ...resultOf(approved, asCharged(kinds, transaction, open.charge), kinds),
      providerReference: referenceOf(payment.endToEndId, transaction.result.providerReference),
      providerMessage: words.paid,
    }),
    isPaid: true,
    state: 'approved',
    answer,
    origin: { kind: 'recovery' },
    payments: [paymentRow(payers, open.charge, payment)],
    told: isLess(dependencies, open, payment) ? toldOfLess(open, payment, clock.now()) : undefined,
  });
  if (isEnded) {
    await lookAtOthers(dependencies, open);
    const { provider } = open.route.connector;
    const { kind } = open.charge;
    onPaid({ provider, kind, foundBy: foundBy(open.charge), afterMs: clock.now() - payment.at });
  }
}

function foundBy({ nextAt }: AwaitedCharge): PaidCharge['foundBy'] {
  if (nextAt !== undefined && nextAt <= DUE_BY_NOTICE) return 'notice';
  return nextAt === DUE_BY_LIST ? 'list' : 'poll';
}

async function settleRemoved(
  dependencies: ChargeDependencies,
  open: OpenCharge,
  answer: HostAnswer,
): Promise<void> {
  const { charge } = open;
  const now = dependencies.clock.now();
  const ending = endingOf(charge, now);
  const { words } = dependencies.chargedKind(charge.kind);
  await end(dependencies, open, {
    result: ({ order, result }, isAnotherOut) => {
      // Its end is that of the other one.
      if (isAnotherOut) return result;
      const { providerReference } = result;
      const status = statusAfter(ending, order.intention, now);
      return status === Status.intention
        ? newResult(status)
        : newResult(status, { providerReference, providerMessage: words[WORDS_OF_ENDING[ending]] });
    },
    state: 'undone',
    answer,
    origin: ending === 'void' ? endingOriginOf(charge) : { kind: ending === 'bank' ? 'recovery' : 'expiry' },
  });
}

/** What the transaction says of its payment: the buyer may have tried to pay by card since, and pays what is due by this charge. */
function paidInstead(kinds: ChargeDependencies['kinds'], transaction: Transaction, charge: AwaitedCharge) {
  const { amount, order } = asCharged(kinds, transaction, charge);
  return { amount, order };
}

/** Ends the wait for the buyer, in one commit. False, and nothing changed, when somebody else did. */
async function end(
  { kinds, store, clock, timeScale, chargedKind }: ChargeDependencies,
  { charge, found, attempt: waiting }: OpenCharge,
  ended: {
    /** `isAnotherOut`: of an intention, a charge of another kind that can be paid. */
    result(transaction: Transaction, isAnotherOut: boolean): Result;
    readonly state: 'approved' | 'undone';
    readonly isPaid?: boolean;
    readonly answer: HostAnswer;
    readonly origin: Origin;
    readonly payments?: readonly PaymentRow[];
    readonly told?: ReturnType<typeof toldToPerson> | undefined;
  },
): Promise<boolean> {
  const { reference } = charge;
  const { kind } = await retryChange(store, found, async (transaction, isAgain) => {
    const isIntention = transaction.order.intention !== undefined;
    const attempts = isAgain || isIntention ? await store.attemptsOf(transaction.id) : [waiting];
    const attempt = attempts.find((one) => one.reference === reference);
    if (!attempt || !isWaiting({ transaction, attempt })) return undefined;
    const now = clock.now();
    const isAnotherOut = attempts.some((one) => one.reference !== reference && one.state === 'waiting');
    const result = ended.result(transaction, isAnotherOut);
    const to = resolvedAttempt(attempt, ended.state, ended.answer, now);
    return {
      transaction,
      at: now,
      result,
      ...(ended.isPaid && transaction.order.intention ? paidInstead(kinds, transaction, charge) : {}),
      attempt: { from: 'waiting', to },
      // A person may have been asked.
      closeCase: reference,
      rowBeside: chargeRow({
        charges: [
          {
            reference,
            values: {
              looks: 1,
              nextAt: nextLateLook(now, now, timeScale, chargedKind(charge.kind).lateLooksMs),
            },
          },
        ],
        payments: ended.payments,
      }),
      openCase: ended.told?.openCase,
      events: [
        {
          kind: 'resolved',
          origin: ended.origin,
          details: {
            subject: reference,
            outcome: ended.state,
            from: transaction.result.status,
            status: result.status,
            theirId: result.providerReference,
          },
        },
        ...(ended.told ? [ended.told.event] : []),
      ],
    };
  });
  return kind === 'changed';
}
