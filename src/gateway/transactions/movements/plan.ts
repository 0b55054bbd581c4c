import type { ChargeTerms, MinorUnits } from '../../providers/index.ts';
import type { MovementKind, PlannedMovement } from '../rules/movement.ts';
import { Status, type Transaction } from '../rules/transaction.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a merchant can request. Whether `void` voids or refunds depends on where the money is. */
export type RequestedMovement = 'capture' | 'void';

export type MovementRefusal =
  | 'movement_running'
  | 'status_conflict'
  | 'amount_above_available'
  | 'partial_unsupported'
  | 'movement_unsupported'
  | 'window_passed';

interface NotPlanned {
  readonly kind: 'refused';
  readonly reason: MovementRefusal;
}

export type MovementPlan = PlannedMovement | NotPlanned;

/** What can be captured, voided or refunded now. */
export interface PossibleMovement {
  readonly kind: 'possible';
  readonly movement: MovementKind;
  /** All that is left. */
  readonly max: MinorUnits;
  /** Whether a part of it can be moved. */
  readonly partial: boolean;
  /** The acquirer's deadline in milliseconds since 1970; undefined without one. */
  readonly until: number | undefined;
}

export interface PlanFacts {
  readonly terms: Pick<ChargeTerms, 'capture' | 'voidBeforeCapture' | 'refund'>;
  /** When the charge was made: the window of a capture counts from there. An intention may be older by a year. */
  readonly authorizedAt: number;
  /** Used for refunds only. */
  readonly capturedAt: number;
  readonly now: number;
}

/** Why nothing can be moved now, by status and open movement alone. */
export function refusalByStatus(
  { openMovement, result: { status } }: Pick<Transaction, 'openMovement' | 'result'>,
  wanted: RequestedMovement,
): MovementRefusal | undefined {
  if (openMovement !== undefined) return 'movement_running';
  const isPossible = status === Status.authorized || (wanted === 'void' && status === Status.captured);
  return isPossible ? undefined : 'status_conflict';
}

/**
 * What to ask of the acquirer for a capture or void of `amount` minor units (all that is left when
 * undefined), or why it is refused (docs/contract/decided.md 3).
 */
export function planMovement(
  transaction: Transaction,
  wanted: RequestedMovement,
  amount: MinorUnits | undefined,
  facts: PlanFacts,
): MovementPlan {
  const refused = refusalByStatus(transaction, wanted);
  if (refused) return { kind: 'refused', reason: refused };
  const left = amountLeft(transaction);
  if (left === 0 || (amount !== undefined && amount > left)) {
    return { kind: 'refused', reason: 'amount_above_available' };
  }
  const kind = kindOf(transaction, wanted);
  const movement: PlannedMovement = {
    kind,
    amount: amount ?? left,
    isAll: amount === undefined || amount === left,
  };
  const cannot = refusalByTerms[kind](transaction, movement.isAll, facts);
  return cannot ? { kind: 'refused', reason: cannot } : movement;
}

/** The most that `planMovement` would accept, for screens that ask for an amount. */
export function possibleMovement(
  transaction: Transaction,
  wanted: RequestedMovement,
  facts: PlanFacts,
): PossibleMovement | NotPlanned {
  const all = planMovement(transaction, wanted, undefined, facts);
  if (all.kind === 'refused') return all;
  const { kind: movement, amount: max } = all;
  const partial = max > 1 && planMovement(transaction, wanted, max - 1, facts).kind !== 'refused';
  const windowOf = {
    capture: endOf(facts.authorizedAt, facts.terms.capture.windowDays),
    void: undefined,
    refund: endOf(facts.capturedAt, facts.terms.refund.windowDays),
  };
  return { kind: 'possible', movement, max, partial, until: windowOf[movement] };
}

/** Before the capture: authorized and not voided. After it: captured, and neither refunded, being refunded nor disputed. */
export function amountLeft({ amount, result }: Pick<Transaction, 'amount' | 'result'>): MinorUnits {
  const taken = result.status === Status.captured ? (result.capturedAmount ?? amount) : amount;
  const gone = (result.refundedAmount ?? 0) + (result.refundingAmount ?? 0) + (result.disputedAmount ?? 0);
  return Math.max(0, taken - gone);
}

function kindOf({ result }: Transaction, wanted: RequestedMovement): MovementKind {
  if (wanted === 'capture') return 'capture';
  return result.status === Status.captured ? 'refund' : 'void';
}

type Check = (transaction: Transaction, isAll: boolean, facts: PlanFacts) => MovementRefusal | undefined;

const refusalByTerms: Readonly<Record<MovementKind, Check>> = {
  capture: (_, isAll, { terms: { capture }, authorizedAt, now }) => {
    if (!capture.later) return 'movement_unsupported';
    if (!isAll && !capture.partial) return 'partial_unsupported';
    return isOver(authorizedAt, capture.windowDays, now) ? 'window_passed' : undefined;
  },
  void: (_, isAll, { terms: { voidBeforeCapture } }) => {
    if (voidBeforeCapture === 'none') return 'movement_unsupported';
    return isAll || voidBeforeCapture === 'partial' ? undefined : 'partial_unsupported';
  },
  refund: ({ result }, isAll, { terms: { refund }, capturedAt, now }) => {
    const isFirst = (result.refundedAmount ?? 0) === 0;
    if (!isFirst && !refund.multiple) return 'movement_unsupported';
    if (!(isAll && isFirst) && !refund.partial) return 'partial_unsupported';
    return isOver(capturedAt, refund.windowDays, now) ? 'window_passed' : undefined;
  },
};

function isOver(since: number, days: number, now: number): boolean {
  return now > endOf(since, days);
}

function endOf(since: number, days: number): number {
  return since + days * DAY_MS;
}
