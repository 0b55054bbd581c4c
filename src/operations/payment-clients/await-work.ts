import { type Database, groupReads } from '../../platform/database/index.ts';
import { findTerminalsWithJobs, type PrintingTables } from '../printing/index.ts';
import { findTerminalsWithWork, type SaleTables, type WorkSignals, workOf } from '../sales/index.ts';
import { type NextWorkOptions, nextClientWork } from './client-work.ts';
import type { PaymentClient } from './store.ts';
import { paymentTypesOf, type WorkKind } from './work-kind.ts';
import { createWorkPoller } from './work-poller.ts';
import type { ClientWork } from './write-work.ts';

export interface AwaitedWork {
  readonly kinds: readonly WorkKind[];
  /** The highest id of work that is not pushed and that the client knows already. */
  readonly seen: number;
  readonly waitMs: number;
  /** Whether nobody reads the answer any more; the caller wakes the terminal when that changes. */
  isOver(): boolean;
}

/** Undefined: there was none in that time. */
export type AwaitWork = (client: PaymentClient, asked: AwaitedWork) => Promise<ClientWork | undefined>;

/**
 * Thousands of clients wait at the same time, and nearly all of them for nothing: terminals without work are found with one
 * query for all that ask, and who waits costs no query until its terminal is woken.
 */
export function createAwaitWork(
  options: NextWorkOptions & { readonly signals: Pick<WorkSignals, 'wait' | 'wake' | 'stopped'> },
): AwaitWork {
  const { database, signals } = options;
  const poller = createWorkPoller(options);
  const hasWork = createHasWork(database);
  const next = async (client: PaymentClient, asked: AwaitedWork) =>
    (await hasWork(client.terminalId, asked.kinds)) ? nextClientWork(options, client, asked) : undefined;
  return async (client, asked) => {
    const until = performance.now() + asked.waitMs;
    const endWatch = poller.watch();
    try {
      for (;;) {
        const work = await next(client, asked);
        const leftMs = until - performance.now();
        if (work || leftMs <= 0 || signals.stopped || asked.isOver()) return work;
        const isWoken = await signals.wait(workOf(client.terminalId), leftMs);
        // Its time is over: the next request looks again.
        if (!isWoken || signals.stopped || asked.isOver()) return undefined;
      }
    } finally {
      endWatch();
    }
  };
}

function createHasWork(database: Pick<Database, 'read'>) {
  const hasPayments = groupReads((ids: readonly number[]) =>
    findTerminalsWithWork(database.read<SaleTables>(), ids),
  );
  const hasJobs = groupReads((ids: readonly number[]) =>
    findTerminalsWithJobs(database.read<PrintingTables>(), ids),
  );
  return async (terminalId: number, kinds: readonly WorkKind[]): Promise<boolean> => {
    const isPaid = paymentTypesOf(kinds).length > 0 || kinds.includes('show');
    if (isPaid && (await hasPayments(terminalId))) return true;
    return kinds.includes('print') && (await hasJobs(terminalId)) === true;
  };
}
