import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { findNewPrintTerminals, type PrintingTables } from '../printing/index.ts';
import { findNewWorkTerminals, type SaleTables, type WorkSignals, workOf } from '../sales/index.ts';

const LOOK_EVERY_MS = 1_000;
/** Each query looks this far back again, to find what another instance commits late or with another clock. */
const OVERLAP_MS = 10_000;

/** Finds work created by other instances, with two queries a second for all clients that wait here. */
export interface WorkPoller {
  /** Polls until the returned function is called. */
  watch(): () => void;
}

export function createWorkPoller({
  database,
  clock,
  signals,
}: {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly signals: Pick<WorkSignals, 'wake' | 'stopped'>;
}): WorkPoller {
  let watching = 0;
  let running = false;
  const look = async () => {
    const since = clock.now() - OVERLAP_MS;
    // If the database is unavailable, the requests themselves report it.
    const payments = await findNewWorkTerminals(database.read<SaleTables>(), since).catch(() => []);
    const prints = await findNewPrintTerminals(database.read<PrintingTables>(), since).catch(() => []);
    for (const terminalId of [...payments, ...prints]) signals.wake(workOf(terminalId));
  };
  const run = async () => {
    if (watching > 0) await look();
    schedule();
  };
  const schedule = () => {
    running = watching > 0 && !signals.stopped;
    if (running) setTimeout(run, LOOK_EVERY_MS).unref();
  };
  return {
    watch: () => {
      watching += 1;
      if (!running) schedule();
      return () => {
        watching -= 1;
      };
    },
  };
}
