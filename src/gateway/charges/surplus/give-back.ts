import type { MoveOutcome, RefundQueryOutcome } from '../../providers/index.ts';
import { keepsSurplus, paymentRefunds, REFUND_BY_TRANSFER } from '../../providers/index.ts';
import { newCase } from '../../transactions/rules/case.ts';
import { growing } from '../../transactions/rules/schedule.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import type { PaymentRow } from '../charge.ts';
import { chargeRow } from '../charge-writes.ts';
import { type ChargeDependencies, openCharge } from '../open-charge.ts';

const FIRST_PAUSE_MS = 2_000;
/** After this many tries a surplus that cannot be given back is left to a person. */
const MAX_TRIES = 48;
const NOT_GIVEN_BACK = 'the surplus was not given back';

export interface GiveBackDependencies extends ChargeDependencies {
  /** Called when a surplus is given up, for the log: only a person can go on. */
  onSurplusStuck(found: { transactionId: string; endToEndId: string; reason: string }): void;
}

/** One step of giving surplus back: asked for once with each id, then asked about. */
export async function giveBack(dependencies: GiveBackDependencies, payment: PaymentRow): Promise<void> {
  const { charges } = dependencies;
  const { endToEndId, refundReference, tries } = payment;
  const charge = await charges.byReference(payment.reference);
  const open = charge && (await openCharge(dependencies, charge));
  if (!open || refundReference === undefined) {
    await again(dependencies, payment, 'this service has no way to the bank of the payment');
    return;
  }
  const refunds = paymentRefunds(open.route);
  const arrived = { endToEndId, account: open.ids.account, charge: open.ids };
  if (keepsSurplus(arrived.account)) {
    await charges.changePayment(payment, { surplus: 'kept', nextAt: undefined });
    return;
  }
  // Written first: after a stop in between it is asked about, never asked for again.
  await charges.changePayment(payment, { tries: tries + 1, nextAt: nextTry(dependencies, tries) });
  const asked = await refunds.queryPaymentRefund(arrived, refundReference);
  const outcome =
    asked.outcome === 'not_found'
      ? await refundWhatIsLeft(dependencies, payment, (left) =>
          refunds.refundPayment(arrived, left, refundReference),
        )
      : asked;
  await act(dependencies, payment, outcome);
}

/** What the payer's bank took back by itself (MED) has gone back already. */
async function refundWhatIsLeft(
  { charges }: GiveBackDependencies,
  { endToEndId, transactionId, amount }: PaymentRow,
  refund: (left: number) => Promise<MoveOutcome>,
): Promise<MoveOutcome | { readonly outcome: 'taken' | 'blocked' }> {
  const returns = (await charges.returnsOf(transactionId)).filter(
    (one) => one.endToEndId === endToEndId && one.nature !== 'original' && one.state !== 'denied',
  );
  const left = amount - returns.reduce((sum, one) => sum + one.amount, 0);
  if (left > 0) return refund(left);
  return { outcome: returns.every(({ state }) => state === 'done') ? 'taken' : 'blocked' };
}

async function act(
  dependencies: GiveBackDependencies,
  payment: PaymentRow,
  outcome: MoveOutcome | RefundQueryOutcome | { readonly outcome: 'taken' | 'blocked' },
): Promise<void> {
  const { charges, newReference } = dependencies;
  const { tries } = payment;
  if (outcome.outcome === 'declined' && outcome.decline.code === REFUND_BY_TRANSFER) {
    // No bank ever gives it back.
    await stuck(dependencies, payment, REFUND_BY_TRANSFER);
    return;
  }
  switch (outcome.outcome) {
    case 'done':
    case 'taken':
      await charges.changePayment(payment, { surplus: 'refunded', nextAt: undefined });
      return;
    case 'denied':
    case 'declined':
    case 'invalid_request':
      // The bank did not do it: another try needs an id of its own.
      if (tries + 1 >= MAX_TRIES) await stuck(dependencies, payment, outcome.outcome);
      else await charges.changePayment(payment, { refundReference: newReference() });
      return;
    case 'pending':
      if ('refundId' in outcome && outcome.refundId !== undefined)
        await keepAsked(dependencies, payment, outcome.refundId);
      if (tries + 1 >= MAX_TRIES) await stuck(dependencies, payment, outcome.outcome);
      return;
    case 'blocked':
    case 'not_found':
    case 'not_sent':
    case 'unknown':
      if (tries + 1 >= MAX_TRIES) await stuck(dependencies, payment, outcome.outcome);
  }
}

/** A bank may name the refund itself: by that name it is asked about, and so not asked for again. */
async function keepAsked(
  { charges }: GiveBackDependencies,
  payment: PaymentRow,
  refundId: string,
): Promise<void> {
  if (refundId === payment.refundReference) return;
  await charges.changePayment(payment, { refundReference: refundId });
}

/** Only a person can go on: a case says so, and stays until somebody lets it be tried again or ends it. */
async function stuck(
  { store, clock, onSurplusStuck }: GiveBackDependencies,
  { endToEndId, transactionId, reference }: PaymentRow,
  reason: string,
): Promise<void> {
  const attempt = (await store.attemptsOf(transactionId)).find((one) => one.reference === reference);
  const at = clock.now();
  await retryChange(store, transactionId, (transaction) => ({
    transaction,
    at,
    rowBeside: chargeRow({ payment: { endToEndId, values: { surplus: 'failed', nextAt: undefined } } }),
    openCase: {
      ...newCase({
        subject: endToEndId,
        transactionId,
        accountId: attempt?.accountId ?? 0,
        kind: 'beside',
        openedAt: at,
        nextAt: at,
      }),
      state: 'manual',
      reason: NOT_GIVEN_BACK,
    },
    events: [
      {
        kind: 'needs_attention',
        origin: { kind: 'recovery' },
        details: { subject: endToEndId, reason: NOT_GIVEN_BACK },
      },
    ],
  }));
  onSurplusStuck({ transactionId, endToEndId, reason });
}

async function again(dependencies: GiveBackDependencies, payment: PaymentRow, reason: string): Promise<void> {
  const { tries } = payment;
  if (tries + 1 >= MAX_TRIES) return stuck(dependencies, payment, reason);
  await dependencies.charges.changePayment(payment, {
    tries: tries + 1,
    nextAt: nextTry(dependencies, tries),
  });
}

/** After 2, 4, 8 seconds and so on, an hour at most. */
function nextTry({ clock, timeScale }: GiveBackDependencies, tries: number): number {
  return Math.ceil(clock.now() + growing(tries, FIRST_PAUSE_MS) / timeScale);
}
