import { randomUUID } from 'node:crypto';
import type { Clock, Database, Job, Secret, WriteTransaction } from '../../platform/index.ts';
import { createAfterAnswer } from './after-answer.ts';
import { createCourier } from './courier.ts';
import type { Tried } from './delivery.ts';
import { type Backlog, createDeliveryStore } from './delivery-store.ts';
import { createDnsResolve, type Resolve, resolveLikeOthers } from './guarded-connect.ts';
import { createHealth } from './health.ts';
import type { PostbackOutbox } from './outbox.ts';
import { createSchedule } from './postback.ts';
import { createSender } from './send.ts';
import { createSlots } from './slots.ts';
import { createTries, type TryEnd } from './try.ts';

const DEADLINE_MS = 10_000;
/** However fast the sandbox's time runs, a receiver gets this long. */
const MIN_DEADLINE_MS = 1_000;
const POLL_EVERY_MS = 1_000;
const MIN_POLL_EVERY_MS = 50;

export interface PostbackOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Public addresses alone. */
  readonly production: boolean;
  /** Divides the waits between tries. */
  readonly timeScale: number;
  /** What is committed there, in this process, is sent without waiting to be found. */
  readonly outbox: Pick<PostbackOutbox, 'subscribe'>;
  /** Newest first; none: unsigned. */
  signingSecrets(personId: number): Promise<readonly Secret[]>;
  /** Called in the commit that writes what came of tries. */
  onTried?(write: WriteTransaction, tried: readonly Tried[]): Promise<void>;
  onTry?(end: TryEnd): void;
  onError(error: unknown): void;
  /** Stands in for the look-up of names. */
  readonly resolve?: Resolve;
}

export interface Postbacks {
  readonly jobs: readonly Job[];
  /** To be called when the answer to a request is out: what its changes tell waits for that. Returns at once. */
  answered(requestId: string): void;
  /** A transaction's first postback may be sent now; without a transaction: something may be due. Returns at once. */
  wake(transactionId?: string): void;
  /** How many wait and since when. Whoever asks while it is being counted gets the same count. */
  backlog(): Promise<Backlog>;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** Tells merchants what became of their transactions (decisions 3, "Postback"). */
export function createPostbacks(options: PostbackOptions): Postbacks {
  const { database, clock, production, timeScale, onError } = options;
  const deadlineMs = Math.max(DEADLINE_MS / timeScale, MIN_DEADLINE_MS);
  const store = createDeliveryStore(database, options.onTried ?? (async () => undefined));
  const slots = createSlots(createHealth());
  const sender = createSender({
    publicOnly: production,
    resolve: options.resolve ?? (production ? createDnsResolve() : resolveLikeOthers),
    deadlineMs,
  });
  const schedule = createSchedule(timeScale);
  const { signingSecrets, onTry = () => undefined } = options;
  const courier = createCourier({
    store,
    slots,
    clock,
    deadlineMs,
    newTries: () => createTries({ store, slots, sender, schedule, clock, signingSecrets, onTry, onError }),
    newClaim: randomUUID,
    interrupt: sender.interrupt,
    onError,
  });
  const afterAnswer = createAfterAnswer({ start: courier.wake, elapsedMs: () => performance.now() });
  options.outbox.subscribe(afterAnswer.expect);
  let counting: Promise<Backlog> | undefined;

  return {
    jobs: [
      {
        name: 'postbacks',
        everyMs: Math.min(Math.max(POLL_EVERY_MS / timeScale, MIN_POLL_EVERY_MS), POLL_EVERY_MS),
        where: 'everywhere',
        run: () => courier.poll(),
      },
    ],
    answered: afterAnswer.answered,
    wake: courier.wake,
    backlog: () => {
      counting ??= store.backlog().finally(() => {
        counting = undefined;
      });
      return counting;
    },
    idle: courier.idle,
    close: async () => {
      afterAnswer.stop();
      await courier.stop();
      await sender.close();
    },
  };
}
