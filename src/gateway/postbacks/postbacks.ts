import { randomUUID } from 'node:crypto';
import { shareRunning } from '../../platform/caches/share-running.ts';
import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { createAfterAnswer } from './after-answer.ts';
import { type AttemptResult, createDeliverer, type TraceAttempt } from './deliver.ts';
import type { DeliveryAttempt } from './delivery.ts';
import { type Backlog, createDeliveryStore } from './delivery-store.ts';
import { createDispatcher } from './dispatcher.ts';
import type { PostbackOutbox } from './outbox.ts';
import { createRetrySchedule } from './postback.ts';
import { createReceiverHealth } from './receiver-health.ts';
import { createReceiverLimiter } from './receiver-limiter.ts';
import { createDnsResolve, type Resolve, resolveLikeOthers } from './sending/guarded-connect.ts';
import { createPostbackSender } from './sending/send.ts';
import { type AddressTest, testAddress } from './test-address.ts';

const DEADLINE_MS = 10_000;
/** A receiver gets at least this long, however fast the sandbox's time runs. */
const MIN_DEADLINE_MS = 1_000;
const POLL_EVERY_MS = 1_000;
const MIN_POLL_EVERY_MS = 50;

export interface PostbackOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Only public addresses are called. */
  readonly production: boolean;
  /** Divides the waits between attempts. */
  readonly timeScale: number;
  /** What is committed there, in this process, is sent without waiting for the next poll. */
  readonly outbox: Pick<PostbackOutbox, 'subscribe'>;
  /** Newest first. Without any, postbacks are not signed. */
  signingSecrets(personId: number): Promise<readonly Secret[]>;
  /** Called in the commit that records the results. */
  onAttempts?(write: WriteTransaction, tried: readonly DeliveryAttempt[]): Promise<void>;
  onAttempt?(end: AttemptResult): void;
  readonly traceAttempt?: TraceAttempt | undefined;
  onError(error: unknown): void;
  /** Replaces the look-up of host names. */
  readonly resolve?: Resolve;
}

export interface Postbacks {
  readonly jobs: readonly Job[];
  /** Call it when the answer to a request is out: postbacks of its changes wait for that. Returns at once. */
  answered(requestId: string): void;
  /** A transaction's first postback may be sent now; without an id, something may be due. Returns at once. */
  wake(transactionId?: string): void;
  /** How many postbacks wait and since when. Concurrent callers share one query. */
  backlog(): Promise<Backlog>;
  /** One message to an address, signed as this merchant's postbacks are. The URL must be complete. */
  test(merchantId: number, url: string): Promise<AddressTest>;
  /** Resolves when no attempt is running. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Tells merchants what became of their transactions (docs/contract/decided.md 3, "Postback"). */
export function createPostbacks(options: PostbackOptions): Postbacks {
  const { database, clock, production, timeScale, onError } = options;
  const deadlineMs = Math.max(DEADLINE_MS / timeScale, MIN_DEADLINE_MS);
  const store = createDeliveryStore(database, options.onAttempts ?? (async () => undefined));
  const limiter = createReceiverLimiter(createReceiverHealth());
  const sender = createPostbackSender({
    publicOnly: production,
    resolve: options.resolve ?? (production ? createDnsResolve() : resolveLikeOthers),
    deadlineMs,
  });
  const schedules = {
    postback: createRetrySchedule(timeScale),
    card: createRetrySchedule(timeScale),
    callback: createRetrySchedule(timeScale, 'callback'),
  };
  const { signingSecrets, traceAttempt, onAttempt = () => undefined } = options;
  const shared = { store, limiter, sender, schedules, clock, signingSecrets, traceAttempt };
  const dispatcher = createDispatcher({
    store,
    limiter,
    clock,
    deadlineMs,
    newDeliverer: () => createDeliverer({ ...shared, onAttempt, onError }),
    newClaim: randomUUID,
    interrupt: sender.interrupt,
    onError,
  });
  const afterAnswer = createAfterAnswer({ start: dispatcher.wake, elapsedMs: () => performance.now() });
  options.outbox.subscribe(afterAnswer.schedule);

  return {
    jobs: [
      {
        name: 'postbacks',
        everyMs: Math.min(Math.max(POLL_EVERY_MS / timeScale, MIN_POLL_EVERY_MS), POLL_EVERY_MS),
        where: 'everywhere',
        run: () => dispatcher.poll(),
      },
    ],
    answered: afterAnswer.answered,
    wake: dispatcher.wake,
    backlog: shareRunning(store.backlog),
    test: async (merchantId, url) => testAddress({ sender, clock }, url, await signingSecrets(merchantId)),
    idle: dispatcher.idle,
    close: async () => {
      afterAnswer.stop();
      await dispatcher.stop();
      await sender.close();
    },
  };
}
