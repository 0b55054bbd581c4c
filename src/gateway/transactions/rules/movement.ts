import type { HostAnswer, MinorUnits, MoveOutcome } from '../../providers/index.ts';

/** Capture takes authorized money; void releases it; refund returns captured money. */
export type MovementKind = 'capture' | 'void' | 'refund';

/**
 * `sending` from before the call until the outcome is stored. `pending`: accepted by the acquirer, final
 * later.
 */
export type MovementState =
  | 'sending'
  | 'done'
  | 'pending'
  | 'declined'
  | 'not_found'
  | 'not_sent'
  | 'invalid'
  | 'unknown'
  /** Proven later: it never happened. */
  | 'not_done';

/** A capture, void or refund. Times in milliseconds since 1970. */
export interface Movement {
  /** 16 characters, unique for ever; for a refund also our reference at the acquirer. */
  readonly id: string;
  readonly transactionId: string;
  readonly kind: MovementKind;
  readonly amount: MinorUnits;
  readonly state: MovementState;
  /** The instance that sent it. */
  readonly holder: string;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  readonly refundId: string | undefined;
  readonly rawCode: string | undefined;
  readonly rawMessage: string | undefined;
  readonly httpStatus: number | undefined;
  readonly reason: string | undefined;
}

/** A capture, void or refund to ask of the acquirer. */
export interface PlannedMovement {
  readonly kind: MovementKind;
  /** What is to be moved. */
  readonly amount: MinorUnits;
  /** Whether it moves all that is left. */
  readonly isAll: boolean;
}

/** While one is open no other movement of its transaction starts. */
export function isOpen(state: MovementState): boolean {
  return state === 'sending' || state === 'pending' || state === 'unknown';
}

export function newMovement(
  stated: Pick<Movement, 'id' | 'transactionId' | 'kind' | 'amount' | 'holder' | 'createdAt'>,
): Movement {
  return { ...stated, state: 'sending', ...NOTHING_SAID };
}

/**
 * The movement after its call. A capture is done or not; a void or refund may be final later. When the
 * acquirer reports another amount than was asked it has to be queried, except for a void of everything.
 */
export function endedMovement(
  movement: Movement,
  planned: PlannedMovement,
  outcome: MoveOutcome,
  endedAt: number,
): Movement {
  const known = { ...movement, ...said('answer' in outcome ? outcome.answer : undefined), endedAt };
  const unknown = (reason: string): Movement => ({ ...known, state: 'unknown', reason });
  switch (outcome.outcome) {
    case 'done': {
      const isAsked = outcome.amount === planned.amount || (planned.kind === 'void' && planned.isAll);
      if (!isAsked) return unknown('the acquirer speaks of another amount');
      return { ...known, state: 'done', refundId: outcome.refundId };
    }
    case 'pending':
      if (planned.kind === 'capture') return unknown('pending');
      return { ...known, state: 'pending', refundId: outcome.refundId };
    case 'declined':
      return { ...known, state: 'declined', reason: outcome.decline.code };
    case 'not_found':
      return { ...known, state: 'not_found' };
    case 'not_sent':
      return { ...known, state: 'not_sent', reason: outcome.reason };
    case 'invalid_request':
      return { ...known, state: 'invalid', reason: outcome.reason };
    case 'unknown':
      return unknown(outcome.reason);
  }
}

function said(answer: HostAnswer = {}) {
  return { rawCode: answer.rawCode, rawMessage: answer.rawMessage, httpStatus: answer.httpStatus };
}

const NOTHING_SAID = {
  endedAt: undefined,
  refundId: undefined,
  rawCode: undefined,
  rawMessage: undefined,
  httpStatus: undefined,
  reason: undefined,
} as const satisfies Partial<Movement>;

/** The movement as it ends, and the state it must still have. */
export interface EndedMovement {
  readonly from: MovementState;
  readonly to: Movement;
}
