import { Agent } from 'node:http';
import { after, before, describe } from 'node:test';
import { type Config, loadConfig } from '../../src/composition/config/config.ts';
import { MIGRATIONS } from '../../src/composition/migrations.ts';
import type { Rooms } from '../../src/composition/rooms.ts';
import { type Service, startService } from '../../src/composition/service.ts';
import { createLog } from '../../src/platform/logs.ts';
import type { Clock } from '../../src/platform/time/clock.ts';
import { runOnRooms } from './command-line.ts';
import {
  type DatabasePlace,
  ENGINES,
  newDatabasePlace,
  SQLITE_BY_DAY,
  type TestEngine,
} from './databases.ts';
import { exchange, type HttpAnswer, type HttpRequest } from './http-exchange.ts';
import { testKeyPair } from './key-pairs.ts';
import { TEST_PASSWORD_COST } from './password-cost.ts';

const MAX_LOG_LINES = 10_000;
/** Generous, because heartbeats are late on a busy machine and no instance should be considered dead by accident. */
const DEAD_AFTER_MS = 60_000;

/** `GUICHE_…` settings in addition to those that every test needs. */
export type Settings = Readonly<Record<string, string>>;

/** The whole service in this process, with its own database, called over HTTP. */
export interface TestService {
  start(): Promise<void>;
  /** Closes the service; its database stays until `remove`. */
  stop(): Promise<void>;
  remove(): Promise<void>;
  /** Another instance on the same database and clock; the database is removed with the first one. */
  twin(settings?: Settings): TestService;
  address(): string;
  send(asked: HttpRequest): Promise<HttpAnswer>;
  /** Runs a command on the rooms of the running service; returns its JSON output. */
  command(...argv: readonly string[]): Promise<Record<string, unknown>>;
  /** What the running service stands on. */
  rooms(): Rooms;
  /** The log: one JSON text per line. */
  readonly log: readonly string[];
  readonly clock: TestClock;
}

/** Real time plus what a test adds to it. */
export interface TestClock extends Clock {
  /** Jobs whose interval is over by then run at once. */
  advance(ms: number): void;
  /** Until the returned function is called, only `advance` moves it: on a busy machine, seconds pass between two calls. */
  standStill(): () => void;
}

function testClock(): TestClock {
  let added = 0;
  let stoodAt: number | undefined;
  const told = new Set<(ms: number) => void>();
  return {
    now: () => (stoodAt ?? Date.now()) + added,
    advance: (ms) => {
      added += ms;
      for (const tell of told) tell(ms);
    },
    standStill: () => {
      stoodAt = Date.now();
      return () => {
        stoodAt = undefined;
      };
    },
    onSetAhead: (tell) => {
      told.add(tell);
      return () => void told.delete(tell);
    },
  };
}

/** What a test wants otherwise than the mode has it. */
interface ServiceChoices {
  /** Limits card testing in the sandbox too, where the simulator is. */
  readonly limitsTries?: boolean | undefined;
}

export function testService(
  engine: TestEngine,
  settings: Settings = {},
  choices: ServiceChoices = {},
): TestService {
  let created: Promise<DatabasePlace> | undefined;
  const place = () => {
    created ??= newDatabasePlace(engine, MIGRATIONS);
    return created;
  };
  return serviceAt(place, settings, { ...choices, remove: async () => (await created)?.remove() });
}

/** A service on a database that the test created. */
export function serviceAt(
  place: () => Promise<DatabasePlace>,
  settings: Settings = {},
  {
    remove = async () => undefined,
    clock = testClock(),
    deadAfterMs = DEAD_AFTER_MS,
    limitsTries,
  }: { remove?: () => Promise<void>; clock?: TestClock; deadAfterMs?: number } & ServiceChoices = {},
): TestService {
  const log: string[] = [];
  let running: { service: Service; config: Config; agent: Agent } | undefined;

  const environment = async (): Promise<Record<string, string>> => {
    const { dataDir, url } = await place();
    const database = url === undefined ? {} : { GUICHE_DATABASE_URL: url };
    return { GUICHE_PORT: '0', GUICHE_DATA_DIR: dataDir, ...database, ...settings };
  };
  const current = () => {
    if (!running) throw new Error('the service is not started');
    return running;
  };
  return {
    log,
    clock,
    start: async () => {
      const config = loadConfig(await environment());
      const write = (line: string) => {
        if (log.length < MAX_LOG_LINES) log.push(line);
      };
      const service = await startService(config, {
        log: createLog({ write }),
        clock,
        passwordCost: TEST_PASSWORD_COST,
        generateKeyPair: testKeyPair,
        deadAfterMs,
        limitsTries,
      });
      running = { service, config, agent: new Agent({ keepAlive: true }) };
    },
    stop: async () => {
      const stopping = running;
      running = undefined;
      stopping?.agent.destroy();
      await stopping?.service.close();
    },
    remove,
    twin: (more = {}) => serviceAt(place, { ...settings, ...more }, { clock, deadAfterMs, limitsTries }),
    address: () => current().service.address,
    rooms: () => current().service.rooms,
    send: (asked) => exchange(current().service.address, current().agent, asked),
    command: (...argv) => {
      const { service, config } = current();
      return runOnRooms(argv, config, service.rooms);
    },
  };
}

/**
 * Declares tests with two instances that share a PostgreSQL database and a clock, started once for all tests. SQLite
 * supports one instance only.
 */
export function onTwoInstances(
  title: string,
  settings: Settings,
  declare: (first: TestService, second: TestService) => void,
  choices: ServiceChoices = {},
): void {
  describe(`${title} (postgres)`, () => {
    const first = testService('postgres', settings, choices);
    const second = first.twin();
    before(async () => {
      await first.start();
      await second.start();
    });
    after(async () => {
      await second.stop();
      await first.stop();
      await first.remove();
    });
    declare(first, second);
  });
}

type Declare = (service: TestService, engine: TestEngine) => void;

/**
 * Declares the same tests for SQLite and PostgreSQL, each with one service that is started once for all tests. For what
 * depends on the SQL: races, recovery, lists, the isolation of shops.
 */
export function onEachEngine(
  title: string,
  settings: Settings,
  declare: Declare,
  choices: ServiceChoices = {},
): void {
  declareOn(ENGINES, title, settings, declare, choices);
}

/** The same on SQLite alone in `npm test`, and on PostgreSQL at night. */
export function onSqliteByDay(
  title: string,
  settings: Settings,
  declare: Declare,
  choices: ServiceChoices = {},
): void {
  declareOn(SQLITE_BY_DAY, title, settings, declare, choices);
}

function declareOn(
  engines: readonly TestEngine[],
  title: string,
  settings: Settings,
  declare: Declare,
  choices: ServiceChoices,
): void {
  for (const engine of engines) {
    describe(`${title} (${engine})`, () => {
      const service = testService(engine, settings, choices);
      before(() => service.start());
      after(async () => {
        await service.stop();
        await service.remove();
      });
      declare(service, engine);
    });
  }
}

/** The same in the sandbox with the limits of card testing, which only production has. */
export function onSqliteByDayWithTryLimits(title: string, settings: Settings, declare: Declare): void {
  onSqliteByDay(title, settings, declare, { limitsTries: true });
}
