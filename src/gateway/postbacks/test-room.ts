import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/database/index.ts';
import { createPostbackOutbox, type PostbackOutbox } from './outbox.ts';
import type { CallbackMessage, NewPostback } from './postback.ts';
import { createPostbacks, type PostbackOptions, type Postbacks } from './postbacks.ts';
import { createPostbackStore, type PostbackStore } from './store.ts';
import { type PostbackRow, type PostbackTables, postbackMigrations } from './tables.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A database with postbacks, a movable clock and instances that deliver when told to. */
export interface TestRoom {
  readonly database: Database;
  readonly store: PostbackStore;
  readonly clock: { now(): number; pass(ms: number): void };
  readonly errors: unknown[];
  /** Only instances created with it hear of what is written through it. */
  readonly outbox: PostbackOutbox;
  /** One more instance on the database. */
  instance(more?: Partial<PostbackOptions>): Instance;
  /** Writes these postbacks in one commit, as changes of the request `request-1`. */
  write(...postbacks: readonly PostbackToWrite[]): Promise<readonly string[]>;
  /** Writes a callback of the back office. */
  writeCallback(callback: Pick<CallbackMessage, 'queue' | 'version' | 'url'>): Promise<void>;
  rows(): Promise<readonly PostbackRow[]>;
  /** One line for each postback: version, state, tries. */
  states(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type PostbackToWrite = Partial<Omit<NewPostback, 'url'>> & Pick<NewPostback, 'url'>;

export interface Instance extends Postbacks {
  /** Sends what is due now and waits until no attempt is running. */
  deliver(): Promise<void>;
}

export async function openTestRoom(engine: TestEngine): Promise<TestRoom> {
  const { database, close } = await newDatabase(engine, postbackMigrations);
  let now = 1_800_000_000_000;
  const clock = {
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
  const errors: unknown[] = [];
  const outbox = createPostbackOutbox({ clock });
  const instances: Postbacks[] = [];
  const rows = () =>
    database
      .read<PostbackTables>()
      .selectFrom('postbacks')
      .selectAll()
      .orderBy('transaction_id')
      .orderBy('version')
      .execute();

  return {
    database,
    store: createPostbackStore({ database, clock }),
    clock,
    errors,
    outbox,
    instance: (more = {}) => {
      const postbacks = createPostbacks({
        database,
        clock,
        production: false,
        timeScale: 1,
        outbox: createPostbackOutbox({ clock }),
        signingSecrets: async () => [],
        onError: (error) => errors.push(error),
        ...more,
      });
      instances.push(postbacks);
      const [poll] = postbacks.jobs;
      assert.ok(poll);
      return {
        ...postbacks,
        deliver: async () => {
          await poll.run(new AbortController().signal);
          await postbacks.idle();
        },
      };
    },
    write: async (...all) => {
      const postbacks = all.map((postback): NewPostback => {
        const transactionId = randomUUID();
        const usual = { version: 1, merchantId: 1, status: 6, requestId: 'request-1', waitMs: 0 };
        return { transactionId, ...usual, ...postback };
      });
      await database.write((write) => outbox.write(write, postbacks));
      for (const postback of postbacks) outbox.committed(postback);
      return postbacks.map((postback) => postback.transactionId);
    },
    writeCallback: (callback) =>
      database.write((write) =>
        outbox.writeCallbacks(write, [{ personId: 1, reference: undefined, status: 10, ...callback }]),
      ),
    rows,
    states: async () => (await rows()).map((row) => `${row.version} ${row.state} ${row.tries}`),
    close: async () => {
      for (const postbacks of instances) await postbacks.close();
      await close();
    },
  };
}
