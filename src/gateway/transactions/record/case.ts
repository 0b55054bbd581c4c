import type { Status } from './transaction.ts';

/**
 * What a case is about: an authorization or a movement whose outcome is not known, a buyer who is being authenticated,
 * a charge that must be taken back, a charge to look at once more.
 */
export type CaseKind = 'attempt' | 'authentication' | 'movement' | 'undo' | 'recheck';

/** Something that recovery has to find out or to bring to its end. Times in milliseconds since 1970. */
export interface RecoveryCase {
  /** The attempt's reference or the movement's id. */
  readonly subject: string;
  readonly transactionId: string;
  /** The account at the acquirer: one that does not answer holds up its own cases alone. */
  readonly accountId: number;
  readonly kind: CaseKind;
  /** `manual`: only a person can go on. */
  readonly state: 'open' | 'manual';
  /** When the request may have been sent, or the decision to undo was made. */
  readonly openedAt: number;
  readonly nextAt: number;
  readonly tries: number;
  /** How often in a row the acquirer said that it does not know the charge, when it counted. */
  readonly notFound: number;
  /** Of an undo: the status that the transaction gets when it is acknowledged. */
  readonly target: Status | undefined;
  /** Why it needs a person. */
  readonly reason: string | undefined;
}

/** That nothing is there proves something only when it was said so often in a row (G.5 step 7). */
const NOT_FOUND_NEEDED = 2;

export function newCase(
  opened: Pick<RecoveryCase, 'subject' | 'transactionId' | 'accountId' | 'kind' | 'openedAt' | 'nextAt'> &
    Partial<Pick<RecoveryCase, 'target'>>,
): RecoveryCase {
  return { state: 'open', tries: 0, notFound: 0, target: undefined, reason: undefined, ...opened };
}

/** The case as it was when it was opened, from now on. */
export function restarted(row: RecoveryCase, now: number): RecoveryCase {
  return { ...row, state: 'open', openedAt: now, nextAt: now, tries: 0, notFound: 0, reason: undefined };
}

/** Until then a request may still have its effect at the acquirer: that it shows none proves nothing. */
export function believableAt(sentAt: number, maxProcessingMs: number): number {
  return Math.ceil(sentAt + maxProcessingMs);
}

/** What it proves that the acquirer does not know what was sent, after `before` times that counted, in a row. */
export function weighNotFound(
  before: number,
  { sentAt, now, maxProcessingMs }: { sentAt: number; now: number; maxProcessingMs: number },
): 'proven' | 'counts' | 'too_early' {
  if (now < sentAt + maxProcessingMs) return 'too_early';
  return before + 1 >= NOT_FOUND_NEEDED ? 'proven' : 'counts';
}
