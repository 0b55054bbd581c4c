import { lastDueDay, mayBePaid, type SlipBeside } from '../../gateway/kinds/slip/index.ts';
import { isPaidByBarcode, type PaidDetails } from '../../gateway/providers/index.ts';
import type { Attempt, Transaction } from '../../gateway/transactions/index.ts';
import { bankingDayFrom } from '../../platform/time/banking-days.ts';
import type { LocalTime } from '../../platform/time/clock.ts';
import { daysAfter } from '../../platform/time/local-days.ts';
import { moment } from '../interface/moment.ts';
import { type ReplacementDependencies, whyNotReplaced } from './replace-slip.ts';
import type { SaleSlip } from './slip-schema.ts';

const NO_DETAILS: PaidDetails = { interest: 0, fine: 0, discount: 0 };

/** Null of a sale that has no slip, nor had one. */
export async function slipOfSale(
  dependencies: ReplacementDependencies,
  sale: Transaction,
  beside: SlipBeside | undefined,
  attempts: readonly Attempt[],
): Promise<SaleSlip | null> {
  const { time } = dependencies;
  if (!beside?.terms || !beside.slip) return null;
  const { slip, terms, url = null, payment, surplus } = beside;
  const { isOut, canBePaid, today } = waitOf(dependencies, sale, beside, attempts);
  const why = await whyNotReplaced(dependencies, sale, beside);
  return {
    line: (canBePaid && slip.line) || null,
    pixCode: (canBePaid && slip.qrCode) || null,
    url,
    pdf: canBePaid && url !== null ? `${url}/pdf` : null,
    dueOn: terms.dueOn,
    payableUntil: terms.payableUntil,
    clearsOn: daysAfter(time.day(terms.expiresAt), -1),
    stand: dueStandOf(time, { payment, dueOn: terms.dueOn, isOut, canBePaid, today }),
    ourNumber: slip.ourNumber ?? null,
    emittedOn: slip.emittedOn,
    ...paidFacts(payment),
    newDueDate:
      why === undefined
        ? { possible: true, first: today, last: lastDueDay(today) }
        : { possible: false, reason: why },
    replaces: beside.replaces ?? null,
    replacedBy: beside.replacedBy?.transactionId ?? null,
    surplus: surplus.map(({ endToEndId, amount, receivedAt, surplus: state = 'kept' }) => ({
      ...{ id: endToEndId, amount, state },
      receivedAt: moment(receivedAt),
    })),
  };
}

/** Whether a slip waits for its payer, and whether banks take it today. */
export function waitOf(
  { clock, time }: Pick<ReplacementDependencies, 'clock' | 'time'>,
  { result }: Transaction,
  { slip, terms, ending }: SlipBeside,
  attempts: readonly Attempt[],
): { readonly isOut: boolean; readonly canBePaid: boolean; readonly today: string } {
  const tryState = attempts.find(({ reference }) => reference === slip?.reference)?.state;
  const isOut = mayBePaid({ status: result.status, ending, tryState });
  const today = time.day(clock.now());
  return { isOut, canBePaid: isOut && !!terms && today <= bankingDayFrom(terms.payableUntil), today };
}

function paidFacts(payment: SlipBeside['payment']) {
  const { interest, fine, discount } = payment?.details
    ? (JSON.parse(payment.details) as PaidDetails)
    : NO_DETAILS;
  return {
    paidAt: payment ? moment(payment.receivedAt) : null,
    paidAmount: payment?.amount ?? null,
    ...{ interest, fine, discount },
    payerName: payment?.payerName ?? null,
    endToEndId: payment && !isPaidByBarcode(payment) ? payment.endToEndId : null,
    takenBackAt: payment?.takenBackAt === undefined ? null : moment(payment.takenBackAt),
  };
}

/** A day without banks is no day on which it is late: what is due then is paid in time on the next banking day. */
export function dueStandOf(
  time: LocalTime,
  {
    payment,
    dueOn,
    isOut,
    canBePaid,
    today,
  }: {
    readonly payment: SlipBeside['payment'];
    readonly dueOn: string;
    /** For its payer. */
    readonly isOut: boolean;
    readonly canBePaid: boolean;
    readonly today: string;
  },
): SaleSlip['stand'] {
  const lastInTime = bankingDayFrom(dueOn);
  if (payment?.takenBackAt !== undefined) return 'taken_back';
  if (payment) return time.day(payment.receivedAt) > lastInTime ? 'paid_late' : 'on_time';
  if (!isOut) return 'other';
  if (!canBePaid) return 'clearing';
  return today > lastInTime ? 'late' : 'due';
}
