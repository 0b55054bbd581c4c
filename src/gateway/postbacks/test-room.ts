import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/index.ts';
import { createPostbackOutbox, type PostbackOutbox } from './outbox.ts';
import type { News } from './postback.ts';
import { createPostbacks, type PostbackOptions, type Postbacks } from './postbacks.ts';
import { createPostbackStore, type PostbackStore } from './store.ts';
import { type PostbackRow, type PostbackTables, postbackMigrations } from './tables.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A database with postbacks, a clock that the test moves, and instances that deliver when they are told to. */
export interface TestRoom {
  readonly database: Database;
  readonly store: PostbackStore;
  readonly clock: { now(): number; pass(ms: number): void };
  readonly errors: unknown[];
  /** An instance hears of what is told only when it is made with it. */
  readonly outbox: PostbackOutbox;
  /** One more instance on the database. */
  instance(more?: Partial<PostbackOptions>): Instance;
  /** Writes what the merchants must be told, in one commit: after the answer to the request `request-1`. */
  tell(...news: readonly NewsToTell[]): Promise<readonly string[]>;
  rows(): Promise<readonly PostbackRow[]>;
  /** One line for each postback: version, state, tries. */
  states(): Promise<readonly string[]>;
  close(): Promise<void>;
}

export type NewsToTell = Partial<Omit<News, 'url'>> & Pick<News, 'url'>;

export interface Instance extends Postbacks {
  /** Sends what is due now and waits until nothing is on its way. */
  deliver(): Promise<void>;
}

export async function openTestRoom(engine: TestEngine): Promise<TestRoom> {
  const { database, close } = await newDatabase(engine);
  await database.migrate(postbackMigrations);
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
    tell: async (...all) => {
      const told = all.map((news): News => {
        const transactionId = randomUUID();
        const usual = { version: 1, merchantId: 1, status: 6, requestId: 'request-1', waitMs: 0 };
        return { transactionId, ...usual, ...news };
      });
      await database.write((write) => outbox.write(write, told));
      for (const news of told) outbox.committed(news);
      return told.map((news) => news.transactionId);
    },
    rows,
    states: async () => (await rows()).map((row) => `${row.version} ${row.state} ${row.tries}`),
    close: async () => {
      for (const postbacks of instances) await postbacks.close();
      await close();
    },
  };
}
