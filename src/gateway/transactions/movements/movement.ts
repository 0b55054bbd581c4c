import type { MinorUnits, MoveOutcome } from '../../acquirers/index.ts';

/** Capture takes authorized money; void lets it go; refund gives back what was captured. */
export type MovementKind = 'capture' | 'void' | 'refund';

/** `sending` from before the call until its outcome is stored. `pending`: the acquirer accepted, final later. */
export type MovementState =
  | 'sending'
  | 'done'
  | 'pending'
  | 'declined'
  | 'not_found'
  | 'not_sent'
  | 'invalid'
  | 'unknown'
  /** Proven later that it never happened. */
  | 'not_done';

export interface Movement {
  readonly id: string;
  readonly transactionId: string;
  readonly kind: MovementKind;
  /** Minor units; what was asked for. */
  readonly amount: MinorUnits;
  readonly state: MovementState;
  /** Of a refund, once the acquirer named it. */
  readonly refundId?: string;
  readonly createdAt: number;
}

export function stateAfter(outcome: MoveOutcome): MovementState {
  return outcome.outcome === 'invalid_request' ? 'invalid' : outcome.outcome;
}
