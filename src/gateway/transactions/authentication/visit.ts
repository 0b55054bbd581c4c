import type { Origin } from '../../history/index.ts';
import {
  type Authentication,
  type AuthenticationStore,
  isToken,
  type RecoverySchedule,
  type Standing,
  standingOf,
  type Transaction,
} from '../record/index.ts';
import { createAsking } from './asking.ts';
import { type ResumeDependencies, resolveAuthentication } from './resume.ts';

/** Between two questions about one sale, however many browsers come back. Divided by the time scale. */
const ASK_PAUSE_MS = 2_000;
/** A buyer looks at an empty page no longer than this; the question goes on. */
const PATIENCE_MS = 8_000;

export interface VisitDependencies extends ResumeDependencies {
  readonly authentications: AuthenticationStore;
  readonly schedule: Pick<RecoverySchedule, 'afterQuery'>;
  readonly timeScale: number;
}

/** A browser at an address that a sale gave out. */
export interface Visit {
  readonly authentication: Authentication;
  readonly transaction: Transaction;
  readonly standing: Standing;
}

/** What a browser may bring about; each gives undefined for a token that is unknown. */
export interface Visits {
  /** Changes nothing. */
  look(token: string): Promise<Visit | undefined>;
  /** The buyer sets out for the acquirer: kept once, while the sale is open. */
  leave(token: string, origin: Origin): Promise<Visit | undefined>;
  /**
   * A browser came back, which proves nothing: the acquirer is asked, at most once in two seconds for each sale and
   * only while it is open.
   */
  comeBack(token: string, origin: Origin): Promise<Visit | undefined>;
}

export function createVisits(dependencies: VisitDependencies): Visits {
  const { authentications, store, clock, schedule } = dependencies;
  const pauseMs = ASK_PAUSE_MS / dependencies.timeScale;
  const asking = createAsking();

  const look = async (token: string): Promise<Visit | undefined> => {
    const authentication = isToken(token) ? await authentications.find(token) : undefined;
    if (!authentication) return undefined;
    const transaction = await store.findAny(authentication.transactionId);
    if (!transaction) return undefined;
    return visitOf(authentication, transaction, clock.now());
  };

  /** The sale as it stands after the question, or as it was when this is not the time to ask. */
  const ask = async ({ authentication, transaction }: Visit, origin: Origin): Promise<Transaction> => {
    const at = clock.now();
    const lookAt = schedule.afterQuery(at, 0, at) ?? at;
    if (!(await authentications.takeTurn(authentication, { at, lookAt, origin }))) return transaction;
    const attempts = await store.attemptsOf(transaction.id);
    const attempt = attempts.find(({ reference }) => reference === authentication.attemptReference);
    if (!attempt) return transaction;
    const resolution = await resolveAuthentication(dependencies, transaction, attempt, origin);
    return resolution.kind === 'waiting' ? transaction : resolution.transaction;
  };

  return {
    look,
    leave: async (token, origin) => {
      const visit = await look(token);
      if (visit?.standing !== 'open' || visit.authentication.leftAt !== 0) return visit;
      await authentications.leave(visit.authentication, { at: clock.now(), origin });
      return visit;
    },
    comeBack: async (token, origin) => {
      const visit = await look(token);
      if (visit?.standing !== 'open') return visit;
      const { authentication, transaction: before } = visit;
      if (clock.now() - authentication.askedAt < pauseMs) return visit;
      const { merchantId, order } = before;
      const end = asking.begin({ merchantId, provider: order.provider });
      // Enough is being asked: this browser sees the page that waits.
      if (!end) return visit;
      const transaction = await withPatience(ask(visit, origin).finally(end), before);
      return visitOf(authentication, transaction, clock.now());
    },
  };
}

function visitOf(authentication: Authentication, transaction: Transaction, now: number): Visit {
  const standing = standingOf(transaction.result.status, authentication.expiresAt, now);
  return { authentication, transaction, standing };
}

async function withPatience<Value>(work: Promise<Value>, otherwise: Value): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<Value>((resolve) => {
    timer = setTimeout(resolve, PATIENCE_MS, otherwise);
  });
  try {
    return await Promise.race([work, patience]);
  } finally {
    clearTimeout(timer);
  }
}
