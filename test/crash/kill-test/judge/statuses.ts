import type { HistoryRecord, TransactionRecord } from './evidence.ts';

/** docs/contract/decided.md 3: started, intention, expired, authorized, captured, denied, canceling, canceled, pending, failed. */
export const STARTED = 0;
export const AUTHORIZED = 5;
export const CAPTURED = 6;
export const CANCELED = 9;
export const INTENTION = 1;
const CANCELING = 8;
const PENDING = 10;
/** Paid, also where it was given back or is being given back. */
export const PAID: ReadonlySet<number> = new Set([AUTHORIZED, CAPTURED, CANCELING, CANCELED]);
/** Statuses that no transaction may have once everything is settled. */
export const UNRESOLVED: ReadonlySet<number> = new Set([0, 8, 10]);
export const FINAL: ReadonlySet<number> = new Set([4, 7, 9, 11, 12]);

/** The table of docs/contract/decided.md 3, independent of the service's own table, which is under test. */
const MOVES: Readonly<Record<number, readonly number[]>> = {
  0: [1, 4, 5, 6, 7, 10, 11],
  1: [0, 4, 5, 6, 10, 12],
  5: [6, 9, 10],
  6: [8, 9],
  8: [6, 9],
  10: [1, 4, 5, 6, 7, 8, 9, 11],
};

/** docs/contract/pix.md 5. */
const PIX_MOVES: typeof MOVES = {
  0: [1, 4, 6, 7, 9, 11],
  1: [4, 6, 9],
  6: [8, 9],
  8: [6, 9],
};

/** docs/contract/boleto.md: a bank may be too busy to take one back. */
const SLIP_MOVES: typeof MOVES = { ...PIX_MOVES, 1: [4, 6, 8, 9] };

type Kind = Pick<TransactionRecord, 'paidByBuyer'>;

export function canTransition(from: number, to: number, { paidByBuyer }: Kind): boolean {
  const moves = { pix: PIX_MOVES, bankSlip: SLIP_MOVES, card: MOVES }[paidByBuyer ?? 'card'];
  return moves[from]?.includes(to) ?? false;
}

/** Events that can be the first result of a sale: an answer, a refusal, or recovery after its instance died. */
const FIRST_RESULTS: ReadonlySet<string> = new Set(['answered', 'refused', 'taken_over']);

/** Of a sale until its first result is known: what a buyer pays by himself has nothing under way that could charge anybody. */
function firstStatusOf({ paidByBuyer }: Kind): number {
  return paidByBuyer === undefined ? PENDING : STARTED;
}

/**
 * The statuses that must be delivered to a merchant, from a transaction's history: the first result, which may be 10, and
 * every change after it.
 */
export function changesOf(history: readonly HistoryRecord[], kind: Kind): readonly number[] {
  const changes: number[] = [];
  let status = firstStatusOf(kind);
  let hasResult = false;
  for (const event of history) {
    if (event.status === undefined) continue;
    const isFirstResult = !hasResult && FIRST_RESULTS.has(event.kind);
    if (isFirstResult || event.status !== status) changes.push(event.status);
    if (isFirstResult || event.status !== status) hasResult = true;
    status = event.status;
  }
  return changes;
}

/** Every status that a transaction had, in order: a sale is 10 until its first result is known, a link begins with 1. */
export function statusSequenceOf(history: readonly HistoryRecord[], kind: Kind): readonly number[] {
  const changes = changesOf(history, kind);
  const first = firstStatusOf(kind);
  const isKnownAtOnce =
    history[0]?.kind === 'refused' || (changes[0] === INTENTION && kind.paidByBuyer === undefined);
  return isKnownAtOnce || changes[0] === first ? changes : [first, ...changes];
}
