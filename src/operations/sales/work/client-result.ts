import {
  type ExternalPayment,
  PAYMENT_STATUS,
  PAYMENT_TYPE,
  type PaymentResult,
  paymentResultOf,
  type RecordedResult,
  SIMULATED_CLIENT,
  UNSETTLED,
} from '../record/external-payment.ts';
import { SALE_STATUS, type Sale, type SaleStatus } from '../record/sale.ts';

/** What a payment client says of its work. */
export interface ClientSaid {
  readonly approved: boolean;
  /** It was approved, and reversed at the acquirer since. */
  readonly undone?: boolean;
  readonly result: PaymentResult;
}

/**
 * What a result does: `ends` the work with its sale, `completes` with the acquirer's data what ended before as it says, or
 * only `closes` it, is `repeated`, says that a canceled sale was refunded once more, `disputes` how the work ended, or says
 * so again, says that what it disputed was undone, or is `ignored`.
 */
export type ResultEffect =
  | 'ends'
  | 'completes'
  | 'closes'
  | 'repeated'
  | 'refundsAgain'
  | 'disputes'
  | 'repeatsDispute'
  | 'undoes'
  | 'ignored';

export function effectOf(payment: ExternalPayment, sale: Sale | undefined, said: ClientSaid): ResultEffect {
  if (payment.status !== PAYMENT_STATUS.finished) return 'ends';
  const recorded = paymentResultOf(payment);
  if (recorded.late) return effectOnDisputed(payment, recorded, said);
  if (recorded.approved === said.approved) return recorded.byPerson ? 'completes' : 'repeated';
  // What the simulated client charged or gave back is with nobody.
  if (!sale || payment.clientId === SIMULATED_CLIENT) return 'ignored';
  return said.approved ? effectOfApproval(payment, sale, said) : effectOfRefusal(recorded);
}

function effectOnDisputed(
  { type }: ExternalPayment,
  recorded: RecordedResult,
  { approved, undone }: ClientSaid,
): ResultEffect {
  if (recorded.approved !== approved) return 'ignored';
  const undoes = type === PAYMENT_TYPE.payment && approved && undone && !recorded.undone;
  return undoes ? 'undoes' : 'repeatsDispute';
}

/** Of work that ended unapproved, or without a word of its client. */
function effectOfApproval({ type }: ExternalPayment, sale: Sale, { undone }: ClientSaid): ResultEffect {
  if (type === PAYMENT_TYPE.payment) return undone ? 'undoes' : 'disputes';
  return sale.status === SALE_STATUS.canceled ? 'refundsAgain' : 'ends';
}

/** Of work that ended approved, or without a word of its client. */
function effectOfRefusal({ approved, byPerson }: RecordedResult): ResultEffect {
  if (approved === undefined) return 'closes';
  // Its client said before that it was approved: the first word stays.
  return byPerson ? 'disputes' : 'ignored';
}

/** Whether the client must reverse at the acquirer what it says was approved. */
export function mustUndo(payment: ExternalPayment, said: ClientSaid, effect: ResultEffect): boolean {
  const isUnwanted = effect === 'ignored' || effect === 'disputes' || effect === 'repeatsDispute';
  const isUndone = said.undone === true || paymentResultOf(payment).undone === true;
  return payment.type === PAYMENT_TYPE.payment && said.approved && isUnwanted && !isUndone;
}

/** What the history of the sale says of a result that does not change its status. */
export function notedOrigin(effect: ResultEffect, { approved }: ClientSaid): string | undefined {
  switch (effect) {
    case 'disputes':
      return approved ? 'late approval' : 'late refusal';
    case 'undoes':
      return 'late approval undone';
    case 'refundsAgain':
      return 'second refund';
    default:
      return undefined;
  }
}

const MARKS: Partial<Record<ResultEffect, Pick<RecordedResult, 'late' | 'undone'>>> = {
  disputes: { late: true },
  undoes: { late: true, undone: true },
};

/** The payment with what its client said. */
export function paymentAfter(
  payment: ExternalPayment,
  said: ClientSaid,
  { effect, at }: { readonly effect: ResultEffect; readonly at: number },
): ExternalPayment {
  if (effect === 'closes') return { ...payment, heardAt: at, unsettled: undefined };
  const recorded = paymentResultOf(payment);
  const result: RecordedResult = {
    // The acquirer's time, as far as anybody knows it.
    acquirerTime: at,
    // What its client said before stays where it says less now.
    ...(recorded.late ? recorded : {}),
    ...withoutAbsent(said.result),
    approved: isCharged(said, effect),
    ...MARKS[effect],
  };
  return {
    ...payment,
    status: PAYMENT_STATUS.finished,
    updatedAt: at,
    heardAt: at,
    result: JSON.stringify(result),
    unsettled: effect === 'disputes' || effect === 'refundsAgain' ? UNSETTLED.disputed : undefined,
  };
}

/** What was reversed before anybody knew of it was not charged. */
function isCharged({ approved, undone }: ClientSaid, effect: ResultEffect): boolean {
  return approved && !(effect === 'ends' && undone);
}

function withoutAbsent(result: PaymentResult): PaymentResult {
  return Object.fromEntries(Object.entries(result).filter(([, value]) => value !== undefined));
}

/** Of a sale whose work ends with this result. */
export function saleStatusAfter({ type }: ExternalPayment, said: ClientSaid): SaleStatus {
  const { credited, refused, canceled } = SALE_STATUS;
  const isDone = isCharged(said, 'ends');
  if (type === PAYMENT_TYPE.cancel) return isDone ? canceled : credited;
  return isDone ? credited : refused;
}
