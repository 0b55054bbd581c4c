import type { Database } from '../database/database.ts';
import type { Tracing } from './tracing.ts';

const SYSTEM_NAMES = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** The database with a span for each write that a request waits for, from its queue to the disk. */
export function traceCommits(database: Database, tracing: Tracing): Database {
  const traced = async <Result>(writeName: string | undefined, write: () => Promise<Result>) => {
    if (!tracing.current()) return write();
    const startedAt = performance.now();
    let fault: string | undefined = 'failed';
    try {
      const result = await write();
      fault = undefined;
      return result;
    } finally {
      const attributes = {
        'db.system.name': SYSTEM_NAMES[database.engine],
        'db.operation.name': 'COMMIT',
        'guiche.write': writeName,
      };
      tracing.add({ name: 'commit', kind: 'client', attributes, fault, startedAt });
    }
  };
  return {
    ...database,
    write: (work) => traced(undefined, () => database.write(work)),
    writeGrouped: (write, item) => traced(write.name, () => database.writeGrouped(write, item)),
  };
}
