import { isWithin } from '../../../../platform/time/is-within.ts';
import type { Origin } from '../../../history/index.ts';
import { isSuperseded } from '../../../transactions/rules/attempt.ts';
import type { RecoverySchedule } from '../../../transactions/rules/schedule.ts';
import type { Transaction } from '../../../transactions/rules/transaction.ts';
import { type Authentication, type AuthenticationPhase, isToken, phaseOf } from './authentication.ts';
import type { AuthenticationStore } from './authentication-store.ts';
import { createQueryLimiter } from './query-limiter.ts';
import { type AuthenticationDependencies, resolveAuthentication } from './resume.ts';

/** Between two queries for one sale, however many browsers return. Divided by the time scale. */
const QUERY_PAUSE_MS = 2_000;
/** A buyer waits for the page no longer than this; the query continues. */
const MAX_WAIT_MS = 8_000;

export interface VisitDependencies extends AuthenticationDependencies {
  readonly authentications: AuthenticationStore;
  readonly schedule: Pick<RecoverySchedule, 'afterQuery'>;
  readonly timeScale: number;
}

/** A browser at the authentication address of a sale. */
export interface Visit {
  readonly authentication: Authentication;
  readonly transaction: Transaction;
  /** Of this authentication: `over` also while a newer try of an intention is under way. */
  readonly phase: AuthenticationPhase;
}

/** What a browser can cause. Each function returns undefined for an unknown token. */
export interface Visits {
  /** Only reads. */
  find(token: string): Promise<Visit | undefined>;
  /** The buyer leaves for the acquirer's page: recorded once, while the sale is open. */
  recordDeparture(token: string, origin: Origin): Promise<Visit | undefined>;
  /**
   * A browser came back, which proves nothing: the acquirer is asked, at most once in two seconds for each
   * sale and only while the sale is open.
   */
  handleReturn(token: string, origin: Origin): Promise<Visit | undefined>;
}

export function createVisits(dependencies: VisitDependencies): Visits {
  const { authentications, store, clock, schedule } = dependencies;
  const pauseMs = QUERY_PAUSE_MS / dependencies.timeScale;
  const queries = createQueryLimiter();

  const find = async (token: string): Promise<Visit | undefined> => {
    const authentication = isToken(token) ? await authentications.find(token) : undefined;
    if (!authentication) return undefined;
    const transaction = await store.findAny(authentication.transactionId);
    if (!transaction) return undefined;
    const visit = visitOf(authentication, transaction, clock.now());
    return visit.phase !== 'over' && (await isOfOldTry(authentication)) ? { ...visit, phase: 'over' } : visit;
  };

  /** The buyer of an intention has begun another try since: the sale's status speaks of that one. */
  const isOfOldTry = async ({ transactionId, attemptReference }: Authentication): Promise<boolean> => {
    const attempts = await store.attemptsOf(transactionId);
    const attempt = attempts.find(({ reference }) => reference === attemptReference);
    return attempt !== undefined && isSuperseded(attempt, attempts);
  };

  /** The sale after the query, or as it was when another instance has just asked. */
  const ask = async ({ authentication, transaction }: Visit, origin: Origin): Promise<Transaction> => {
    const at = clock.now();
    const lookAt = schedule.afterQuery(at, 0, at) ?? at;
    if (!(await authentications.claimQuery(authentication, { at, lookAt, origin }))) return transaction;
    const attempts = await store.attemptsOf(transaction.id);
    const attempt = attempts.find(({ reference }) => reference === authentication.attemptReference);
    if (!attempt) return transaction;
    const resolution = await resolveAuthentication(dependencies, { transaction, attempt, origin });
    return resolution.kind === 'waiting' ? transaction : resolution.transaction;
  };

  return {
    find,
    recordDeparture: async (token, origin) => {
      const visit = await find(token);
      if (visit?.phase !== 'open' || visit.authentication.leftAt !== 0) return visit;
      await authentications.recordDeparture(visit.authentication, { at: clock.now(), origin });
      return visit;
    },
    handleReturn: async (token, origin) => {
      const visit = await find(token);
      if (visit?.phase !== 'open') return visit;
      const { authentication, transaction: before } = visit;
      if (isWithin(pauseMs, authentication.askedAt, clock.now())) return visit;
      const { merchantId, order } = before;
      const release = queries.acquire({ merchantId, provider: order.provider });
      // A limit of queries is reached: this browser gets the waiting page.
      if (!release) return visit;
      const transaction = await within(ask(visit, origin).finally(release), before);
      return visitOf(authentication, transaction, clock.now());
    },
  };
}

function visitOf(authentication: Authentication, transaction: Transaction, now: number): Visit {
  const phase = phaseOf(transaction.result.status, authentication.expiresAt, now);
  return { authentication, transaction, phase };
}

async function within<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, MAX_WAIT_MS, otherwise);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
