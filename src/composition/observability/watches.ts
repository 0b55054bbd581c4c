import type { Database } from '../../platform/database/index.ts';
import type { Log } from '../../platform/logs.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { RoomLog } from '../room.ts';
import { createDatabaseWatch, type DatabaseWatch } from './database-watch.ts';
import { createDiskWatch, type DiskWatch } from './disk-watch.ts';

/** What watches a start from its first step on, before there is a database to watch and an instance that lines can name. */
export interface Watches {
  readonly metrics: Metrics;
  readonly database: DatabaseWatch;
  readonly disk: DiskWatch;
  /** Where lines are written as of now. */
  log(): Log;
  /** As `log`, for those that are made before it names the instance. */
  readonly lines: RoomLog;
  opened(database: Database): void;
  named(log: Log): void;
}

export function createWatches(first: Log, metrics: Metrics): Watches {
  let log = first;
  let database: Database | undefined;
  const lines: RoomLog = {
    warn: (fields, text) => log.warn(fields, text),
    error: (fields, text) => log.error(fields, text),
  };
  const disk = createDiskWatch({ probe: async () => database?.hasRoom() ?? false });
  return {
    metrics,
    disk,
    database: createDatabaseWatch({
      log: lines,
      metrics,
      ping: async () => database?.ping() ?? false,
      onDiskFull: () => disk.full(),
    }),
    log: () => log,
    lines,
    opened: (its) => {
      database = its;
    },
    named: (its) => {
      log = its;
    },
  };
}
