import type { Capabilities, MinorUnits } from '../../acquirers/index.ts';
import { type Movement, Status, type Transaction } from '../record/index.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What a merchant can ask for; whether a void gives back or only lets go depends on where the money is. */
export type Wanted = 'capture' | 'void';

export type MovementRefusal =
  | 'movement_running'
  | 'status_conflict'
  | 'amount_above_available'
  | 'partial_unsupported'
  | 'movement_unsupported'
  | 'window_passed';

export type Plan = Movement | { readonly refused: MovementRefusal };

export interface PlanFacts {
  readonly capabilities: Pick<Capabilities, 'capture' | 'voidBeforeCapture' | 'refund'>;
  /** When the money was captured; looked at for refunds alone. */
  readonly capturedAt: number;
  readonly now: number;
}

/** Why nothing can be moved now, as far as the transaction alone tells; one movement at a time. */
export function refusalByStatus(
  { openMovement, result: { status } }: Pick<Transaction, 'openMovement' | 'result'>,
  wanted: Wanted,
): MovementRefusal | undefined {
  if (openMovement !== undefined) return 'movement_running';
  const isPossible = status === Status.authorized || (wanted === 'void' && status === Status.captured);
  return isPossible ? undefined : 'status_conflict';
}

/**
 * What to ask of the acquirer for a capture or void of `amount` minor units, without it of all that is left; or why
 * nothing is asked (decisions 3).
 */
export function planMovement(
  transaction: Transaction,
  wanted: Wanted,
  amount: MinorUnits | undefined,
  facts: PlanFacts,
): Plan {
  const refused = refusalByStatus(transaction, wanted);
  if (refused) return { refused };
  const left = amountLeft(transaction);
  if (amount !== undefined && amount > left) return { refused: 'amount_above_available' };
  const kind = kindOf(transaction, wanted);
  const movement: Movement = { kind, amount: amount ?? left, isAll: amount === undefined || amount === left };
  const cannot = refusalByCapabilities[kind](transaction, movement.isAll, facts);
  return cannot ? { refused: cannot } : movement;
}

/** Before the capture, what is reserved and was not let go; after it, what was captured and not given back. */
export function amountLeft({ amount, result }: Pick<Transaction, 'amount' | 'result'>): MinorUnits {
  const taken = result.status === Status.captured ? (result.capturedAmount ?? amount) : amount;
  return taken - (result.refundedAmount ?? 0);
}

function kindOf({ result }: Transaction, wanted: Wanted): Movement['kind'] {
  if (wanted === 'capture') return 'capture';
  return result.status === Status.captured ? 'refund' : 'void';
}

type CanIt = (transaction: Transaction, isAll: boolean, facts: PlanFacts) => MovementRefusal | undefined;

const refusalByCapabilities: Readonly<Record<Movement['kind'], CanIt>> = {
  capture: ({ createdAt }, isAll, { capabilities: { capture }, now }) => {
    if (!capture.later) return 'movement_unsupported';
    if (!isAll && !capture.partial) return 'partial_unsupported';
    return isOver(createdAt, capture.windowDays, now) ? 'window_passed' : undefined;
  },
  void: (_, isAll, { capabilities: { voidBeforeCapture } }) => {
    if (voidBeforeCapture === 'none') return 'movement_unsupported';
    return isAll || voidBeforeCapture === 'partial' ? undefined : 'partial_unsupported';
  },
  refund: ({ result }, isAll, { capabilities: { refund }, capturedAt, now }) => {
    const isFirst = (result.refundedAmount ?? 0) === 0;
    if (!isFirst && !refund.multiple) return 'movement_unsupported';
    if (!(isAll && isFirst) && !refund.partial) return 'partial_unsupported';
    return isOver(capturedAt, refund.windowDays, now) ? 'window_passed' : undefined;
  },
};

function isOver(since: number, days: number, now: number): boolean {
  return now - since > days * DAY_MS;
}
