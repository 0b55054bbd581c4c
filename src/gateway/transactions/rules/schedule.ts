import {
  QUERY_EVERY_MS,
  QUERY_LIMIT_MS,
  QUERY_STEPS_MS,
  RECHECK_AFTER_MS,
  UNDO_LIMIT_MS,
} from '../../providers/index.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const FIRST_PAUSE = 5 * SECOND;
const LONGEST_PAUSE = HOUR;
/** Also when the service itself was away for longer than the limit. */
const LEAST_TRIES = 7;

/** When to ask about a redirected buyer whose browser does not come back. */
const AUTHENTICATION_OFFSETS = [MINUTE, 3 * MINUTE, 7 * MINUTE, 12 * MINUTE];
export const AUTHENTICATION_LIMIT = 15 * MINUTE;
const CONFIRM_NOT_FOUND_AFTER = 15 * SECOND;
const REFUND_LIMIT = 30 * 24 * HOUR;
/** Least pause between tries that are overdue. */
const LEAST_PAUSE = SECOND;

/** No case waits longer. In a sandbox whose time runs fast, not less than an acquirer may need. */
const LEAST_LONGEST_WAIT = MINUTE;

/** Times of recovery, divided by `timeScale`; in milliseconds since 1970. */
export interface RecoverySchedule {
  /** Undefined when the time is up: a case for the operator. */
  afterQuery(openedAt: number, tries: number, now: number): number | undefined;
  afterUndo(openedAt: number, tries: number, now: number): number | undefined;
  afterRefundPoll(openedAt: number, tries: number, now: number): number | undefined;
  /** The next query about an absent buyer. The last one is at the expiry. */
  afterAuthentication(expiresAt: number, tries: number, now: number): number;
  authenticationEnds(startedAt: number): number;
  confirmNotFound(now: number): number;
  recheck(now: number): number;
  /** No case is put off for longer. */
  readonly longestWaitMs: number;
}

export function createRecoverySchedule(timeScale: number): RecoverySchedule {
  const scaled = (ms: number) => ms / timeScale;
  const dueAt = (openedAt: number, offset: number, now: number) =>
    Math.ceil(
      Math.min(
        Math.max(openedAt + scaled(offset), now + Math.min(scaled(LEAST_PAUSE), LEAST_PAUSE)),
        now + scaled(LONGEST_PAUSE),
      ),
    );
  const longestWaitMs = Math.max(scaled(LONGEST_PAUSE), LEAST_LONGEST_WAIT);
  const within = (due: number, openedAt: number, limit: number) =>
    due <= openedAt + scaled(limit) ? due : undefined;

  return {
    longestWaitMs,
    afterQuery: (openedAt, tries, now) => {
      const offset = QUERY_STEPS_MS[tries] ?? HOUR + (tries - QUERY_STEPS_MS.length + 1) * QUERY_EVERY_MS;
      const due = within(dueAt(openedAt, offset, now), openedAt, QUERY_LIMIT_MS);
      return due ?? (tries < QUERY_STEPS_MS.length ? Math.ceil(now + scaled(pauseBefore(tries))) : undefined);
    },
    afterUndo: (openedAt, tries, now) => {
      const due = Math.ceil(now + scaled(growing(tries)));
      return tries < LEAST_TRIES ? due : within(due, openedAt, UNDO_LIMIT_MS);
    },
    afterRefundPoll: (openedAt, tries, now) => {
      const due = Math.ceil(now + scaled(growing(tries)));
      return tries < LEAST_TRIES ? due : within(due, openedAt, REFUND_LIMIT);
    },
    afterAuthentication: (expiresAt, tries, now) => {
      const startedAt = expiresAt - scaled(AUTHENTICATION_LIMIT);
      const offset = AUTHENTICATION_OFFSETS[tries];
      return offset === undefined ? expiresAt : Math.min(expiresAt, dueAt(startedAt, offset, now));
    },
    authenticationEnds: (startedAt) => Math.ceil(startedAt + scaled(AUTHENTICATION_LIMIT)),
    confirmNotFound: (now) => Math.ceil(now + scaled(CONFIRM_NOT_FOUND_AFTER)),
    recheck: (now) => Math.ceil(now + scaled(RECHECK_AFTER_MS)),
  };
}

/** Twice as long after each try, an hour at most. */
export function growing(tries: number, firstMs = FIRST_PAUSE): number {
  return Math.min(firstMs * 2 ** Math.min(tries, 20), LONGEST_PAUSE);
}

/**
 * After an absence longer than the limit the service asks as often as otherwise before it leaves a case to a
 * person.
 */
function pauseBefore(tries: number): number {
  return (QUERY_STEPS_MS[tries] ?? QUERY_EVERY_MS) - (QUERY_STEPS_MS[tries - 1] ?? 0);
}
