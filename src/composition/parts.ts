import manifest from '../../package.json' with { type: 'json' };
import type { PasswordCost } from '../accounts/logins/index.ts';
import type { GenerateKeyPair } from '../gateway/card-data/index.ts';
import { createInstance } from '../platform/instances/index.ts';
import type { Log } from '../platform/logs.ts';
import { type Clock, systemClock } from '../platform/time/clock.ts';
import { createKnownAges } from '../platform/time/known-ages.ts';
import { loadTracing, type Tracing, traceCommits } from '../platform/tracing/index.ts';
import type { Config } from './config/config.ts';
import { type ClockWatch, watchClock } from './observability/clock-watch.ts';
import { withoutOutages } from './observability/database-watch.ts';
import { METRICS } from './observability/metric-catalogue.ts';
import { createRegistrationWatch } from './observability/registration-watch.ts';
import type { Watches } from './observability/watches.ts';
import type { RoomParts } from './room.ts';
import { openRooms, type Rooms } from './rooms.ts';

/** What tests make otherwise than a service does of its own accord. */
export interface StartOptions {
  readonly clock?: Clock;
  readonly passwordCost?: PasswordCost;
  readonly generateKeyPair?: GenerateKeyPair;
  readonly limitsTries?: boolean | undefined;
}

interface Opening extends StartOptions {
  readonly log: Log;
  readonly deadAfterMs: number;
  readonly watches: Watches;
  readonly opened: AsyncDisposableStack;
  publicUrl(): string;
  /** Closes the rooms that were built by then: after this instance was left, before the database is closed. */
  closeBuilt(): Promise<void>;
}

/** Opens what every room is built from, and has `opened` close it. */
export async function openParts(
  config: Config,
  opening: Opening,
): Promise<{ readonly parts: RoomParts; readonly clockWatch: ClockWatch }> {
  const { log, watches, opened, publicUrl, clock, generateKeyPair } = opening;
  const { metrics } = watches;
  const instanceId = Promise.withResolvers<string>();
  const tracing =
    config.traces &&
    (await loadTracing(config.traces, { version: manifest.version, instanceId: instanceId.promise, log }));
  opened.defer(async () => tracing?.close());
  const rooms = await openWatchedRooms(config, opening, tracing);
  opened.defer(() => rooms.close());
  watches.opened(rooms.database);
  opened.defer(opening.closeBuilt);
  const clockWatch = watchClock({ rooms, metrics, log: watches.lines });
  const instance = await createInstance({
    database: rooms.database,
    dataDir: config.dataDir,
    version: manifest.version,
    deadAfterMs: opening.deadAfterMs,
    onBeat: clockWatch.follow,
  });
  opened.defer(instance.leave);
  opened.defer(() => watches.database.close());
  instanceId.resolve(instance.id);
  const named = log.child({ instance: instance.id });
  watches.named(named);
  return {
    clockWatch,
    parts: {
      config,
      rooms,
      metrics,
      log: withoutOutages(named, watches.database),
      instance,
      ages: createKnownAges(clock?.now),
      tracing,
      publicUrl,
      limitsTries: opening.limitsTries ?? config.mode === 'production',
      ...(generateKeyPair && { generateKeyPair }),
    },
  };
}

function openWatchedRooms(
  config: Config,
  { log, watches: { metrics, database: watch }, publicUrl, clock, passwordCost }: Opening,
  tracing: Tracing | undefined,
): Promise<Rooms> {
  const passwordChecks = metrics.counter(METRICS.passwordChecks);
  return openRooms(config, {
    publicUrl,
    ...(clock ? { clock } : {}),
    ...(tracing ? { watchDatabase: (database) => traceCommits(database, tracing) } : {}),
    ...(passwordCost ? { passwordCost } : {}),
    onBatch: metrics.committedBatch,
    onError: watch.connectionLost,
    onMigrationWait: (holder) => log.warn({ holder }, 'the start waits for whoever migrates the database'),
    // Written at once, where lines of information wait for the event loop, which an upgrade may hold.
    onUpgrade: () =>
      log.warn('the database is of an older version and is upgraded now: do not end this start'),
    onPasswordCheck: (result) => passwordChecks.inc({ result }),
    onRegistration: createRegistrationWatch({ metrics, log, clock: systemClock }),
  });
}
