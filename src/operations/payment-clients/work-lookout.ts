import type { Clock, Database } from '../../platform/index.ts';
import { findNewWorkTerminals, type SaleTables, type WorkSignals, workOf } from '../sales/index.ts';

const LOOK_EVERY_MS = 1_000;
/** Looked at again so long: what another instance commits late, or by another clock, is found. */
const OVERLAP_MS = 10_000;

/** Finds the work that other instances made, for all clients that wait here together: one query a second. */
export interface WorkLookout {
  /** Looks until the function that it gives is called. */
  watch(): () => void;
}

export function createWorkLookout({
  database,
  clock,
  signals,
}: {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Clock;
  readonly signals: Pick<WorkSignals, 'wake' | 'stopped'>;
}): WorkLookout {
  let watching = 0;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const since = clock.now() - OVERLAP_MS;
    // A database that is away is found out by the requests themselves.
    const terminals = await findNewWorkTerminals(database.read<SaleTables>(), since).catch(() => []);
    for (const terminalId of terminals) signals.wake(workOf(terminalId));
    schedule();
  };
  const schedule = () => {
    timer = watching > 0 && !signals.stopped ? setTimeout(look, LOOK_EVERY_MS) : undefined;
  };
  return {
    watch: () => {
      watching += 1;
      if (timer === undefined) schedule();
      return () => {
        watching -= 1;
        if (watching > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
  };
}
