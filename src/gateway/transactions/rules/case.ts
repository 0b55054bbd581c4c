import type { Status } from './transaction.ts';

/**
 * What a case is about: an authorization or movement with an unknown outcome, a buyer who has to act, a
 * charge to be reversed, a charge to check once more, a charge whose buyer pays by himself and that does not end, or what the
 * kind of payment keeps beside its transaction.
 */
export type CaseKind = 'attempt' | 'buyer' | 'movement' | 'undo' | 'recheck' | 'charge' | 'beside';

/** Something recovery has to find out or finish. Times in milliseconds since 1970. */
export interface RecoveryCase {
  /** The attempt's reference, the movement's id, or what its kind calls it. */
  readonly subject: string;
  readonly transactionId: string;
  /** The account at the acquirer. One that does not answer delays only its own cases. */
  readonly accountId: number;
  readonly kind: CaseKind;
  /** `manual`: only a person can go on. */
  readonly state: 'open' | 'manual';
  /** When the request may have been sent, or the undo was decided. */
  readonly openedAt: number;
  readonly nextAt: number;
  readonly tries: number;
  /** Counted "not found" answers of the acquirer in a row. */
  readonly notFound: number;
  /** For an undo: the transaction's status once it is acknowledged. */
  readonly target: Status | undefined;
  /** Why it needs a person. */
  readonly reason: string | undefined;
}

export function newCase(
  opened: Pick<RecoveryCase, 'subject' | 'transactionId' | 'accountId' | 'kind' | 'openedAt' | 'nextAt'> &
    Partial<Pick<RecoveryCase, 'target'>>,
): RecoveryCase {
  return { ...opened, state: 'open', tries: 0, notFound: 0, target: opened.target, reason: undefined };
}

/** The case as it was opened, starting now. */
export function restarted(row: RecoveryCase, now: number): RecoveryCase {
  return { ...row, state: 'open', openedAt: now, nextAt: now, tries: 0, notFound: 0, reason: undefined };
}
