import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import type { Database } from '../../platform/index.ts';
import type { News } from './postback.ts';
import { postbackRow } from './postback.ts';
import { createPostbacks, type PostbackOptions, type Postbacks } from './postbacks.ts';
import { createPostbackStore, type PostbackStore } from './store.ts';
import { POSTBACKS, type PostbackRow, type PostbackTables, postbackMigrations } from './tables.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** A database with postbacks, a clock that the test moves, and instances that deliver when they are told to. */
export interface TestRoom {
  readonly database: Database;
  readonly store: PostbackStore;
  readonly clock: { now(): number; pass(ms: number): void };
  readonly errors: unknown[];
  /** One more instance on the database. */
  instance(more?: Partial<PostbackOptions>): Instance;
  /** Writes what the merchants must be told, in one commit. */
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
    instance: (more = {}) => {
      const postbacks = createPostbacks({
        database,
        clock,
        production: false,
        timeScale: 1,
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
        return { transactionId, version: 1, merchantId: 1, status: 6, now, ...news };
      });
      await database.write((write) => write.insertRows(POSTBACKS, told.map(postbackRow)));
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
