import type { TestContext } from 'node:test';
import { newDatabase, type TestEngine } from '../../../test/support/databases.ts';
import { type Database, openDatabase } from '../../platform/database/index.ts';
import { Secret } from '../../platform/secret.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { openVault, type Vault, vaultMigrations } from '../../platform/vault/index.ts';
import { cardDataMigrations } from './tables.ts';

export interface TestClock extends Clock {
  advance(ms: number): void;
}

export interface TestRoom {
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: TestClock;
  /** Before the database is closed, the last one named first. */
  onClose(close: () => Promise<void>): void;
  /** The same database and clock as another instance of the service has them. */
  elsewhere(): TestRoom;
}

const START_MS = Date.UTC(2026, 10, 20, 12);

/** A database of its own, migrated, with a vault and a clock that the test moves; gone when the test ends. */
export async function openTestRoom(
  context: Pick<TestContext, 'after'>,
  engine: TestEngine,
): Promise<TestRoom> {
  const { database, place, close } = await newDatabase(engine, {
    ...vaultMigrations,
    ...cardDataMigrations,
  });
  const closing = [close];
  context.after(async () => {
    for (const next of closing.reverse()) await next();
  });
  const clock = testClock();
  const masterKeys = [new Secret(Buffer.alloc(32, 7).toString('base64'))];
  const vault = await openVault({ database, masterKeys, clock });
  const room: TestRoom = {
    database,
    vault,
    clock,
    onClose: (next) => closing.push(next),
    elsewhere: () => {
      // SQLite serves one process: a second connection would wait for the first one's lock on the same thread.
      if (engine === 'sqlite') return room;
      const other = openDatabase(place);
      closing.push(() => other.close());
      return { ...room, database: other };
    },
  };
  return room;
}

function testClock(): TestClock {
  let now = START_MS;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
}
