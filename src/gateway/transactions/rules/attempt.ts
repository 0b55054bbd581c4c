import type { AuthorizeOutcome, Decline, HostAnswer } from '../../providers/index.ts';

/** `sending` from before the call until the outcome is stored. A crash in between leaves it for recovery. */
export type AttemptState =
  | 'sending'
  | 'approved'
  | 'declined'
  /** For its buyer, who has to act first. */
  | 'waiting'
  | 'not_sent'
  | 'invalid'
  | 'unknown'
  /** Proven later: the host does not have it. */
  | 'absent'
  /** Charged and reversed. */
  | 'undone';

/** One attempt to charge a card. Times in milliseconds since 1970. */
export interface Attempt {
  /** The reference sent to the acquirer: unique for ever. */
  readonly reference: string;
  readonly transactionId: string;
  /** The merchant's account at the acquirer; 0 for the simulator. */
  readonly accountId: number;
  /** The acquirer, in capitals. Undefined in rows of before one transaction could be tried at two: that of the order. */
  readonly provider?: string | undefined;
  readonly state: AttemptState;
  readonly createdAt: number;
  readonly endedAt: number | undefined;
  /** The acquirer's identifier of the charge. */
  readonly theirId: string | undefined;
  readonly nsu: string | undefined;
  readonly rawCode: string | undefined;
  readonly rawMessage: string | undefined;
  readonly abecsCode: string | undefined;
  readonly adviceCode: string | undefined;
  readonly httpStatus: number | undefined;
  readonly declineClass: Decline['declineClass'] | undefined;
  readonly reason: string | undefined;
  /** The instance that sends it; undefined once it has ended. */
  readonly holder: string | undefined;
  /**
   * What caused it, as JSON, while it is under way; undefined once it has ended. Its `sent` event is written with the one of its
   * end (events-of-change.ts). Undefined too when that event was written at the start.
   */
  readonly origin?: string | undefined;
  /** Of the card, where one transaction may be tried with several. */
  readonly mask: string | undefined;
  /** Why it went to that account, as the provider room wrote it. Undefined where there was nothing to choose. */
  readonly routing?: string | undefined;
}

/** Whose charge is captured and given back: the approved one, however many tries an intention had. */
export function chargedAttempt(attempts: readonly Attempt[]): Attempt | undefined {
  return attempts.findLast(({ state }) => state === 'approved') ?? attempts.at(-1);
}

const LIVE: ReadonlySet<AttemptState> = new Set(['sending', 'approved', 'waiting', 'unknown']);

/**
 * Whether the buyer of an intention has tried again since, and that try has charged or still may: then this
 * attempt says nothing of the transaction's status any more.
 */
export function isSuperseded(
  { createdAt }: Pick<Attempt, 'createdAt'>,
  attempts: readonly Pick<Attempt, 'createdAt' | 'state'>[],
): boolean {
  return attempts.some((other) => other.createdAt > createdAt && LIVE.has(other.state));
}

/** An attempt as written before its call. */
export type NewAttempt = Pick<
  Attempt,
  'reference' | 'transactionId' | 'accountId' | 'provider' | 'createdAt' | 'mask'
> & {
  readonly state: 'sending';
  readonly holder: string;
  readonly origin?: string | undefined;
  readonly routing?: string | undefined;
};

/** What is written of an attempt when its outcome is known. */
export type AttemptEnd = Omit<
  Attempt,
  | 'reference'
  | 'transactionId'
  | 'accountId'
  | 'provider'
  | 'createdAt'
  | 'holder'
  | 'origin'
  | 'mask'
  | 'routing'
>;

const STATE_AFTER: Readonly<Record<AuthorizeOutcome['outcome'], AttemptState>> = {
  approved: 'approved',
  declined: 'declined',
  buyer_awaited: 'waiting',
  not_sent: 'not_sent',
  invalid_request: 'invalid',
  pending: 'unknown',
  duplicate: 'unknown',
  unknown: 'unknown',
};

export function attemptEnd(
  outcome: AuthorizeOutcome,
  endedAt: number,
): AttemptEnd & { readonly endedAt: number } {
  const isVague = outcome.outcome === 'pending' || outcome.outcome === 'duplicate';
  return {
    ...said('answer' in outcome ? outcome.answer : undefined),
    state: STATE_AFTER[outcome.outcome],
    endedAt,
    declineClass: outcome.outcome === 'declined' ? outcome.decline.declineClass : undefined,
    reason: isVague ? outcome.outcome : 'reason' in outcome ? outcome.reason : undefined,
  };
}

/** The attempt that was sent, with its outcome. */
export function endedAttempt(
  attempt: NewAttempt,
  outcome: AuthorizeOutcome,
  endedAt: number,
): Attempt & { readonly endedAt: number } {
  const { reference, transactionId, accountId, provider, createdAt, holder, origin, mask, routing } = attempt;
  return {
    ...attemptEnd(outcome, endedAt),
    reference,
    transactionId,
    accountId,
    provider,
    createdAt,
    holder,
    origin,
    mask,
    routing,
  };
}

/** The attempt with its outcome. What the answer leaves out keeps its value. */
export function resolvedAttempt(
  attempt: Attempt,
  state: AttemptState,
  answer: HostAnswer,
  endedAt: number,
): Attempt {
  const given = Object.entries(said(answer)).filter(([, value]) => value !== undefined);
  return { ...attempt, ...Object.fromEntries(given), state, endedAt, reason: undefined };
}

function said(answer: HostAnswer = {}) {
  return {
    theirId: answer.theirId,
    nsu: answer.nsu,
    rawCode: answer.rawCode,
    rawMessage: answer.rawMessage,
    abecsCode: answer.abecsCode,
    adviceCode: answer.merchantAdviceCode,
    httpStatus: answer.httpStatus,
  };
}

const UNDECIDED: ReadonlySet<AttemptState> = new Set(['sending', 'waiting']);
const REACHED: ReadonlySet<AttemptState> = new Set(['approved', 'declined', 'unknown']);

/** Whether this is the first outcome of a try that the provider has, or may have: each try has one such end. */
export function isFirstOutcome({ from, to }: EndedAttempt): boolean {
  return UNDECIDED.has(from) && REACHED.has(to.state);
}

/** The attempt as it ends, and the state it must still have. */
export interface EndedAttempt {
  readonly from: AttemptState;
  readonly to: Attempt;
}
