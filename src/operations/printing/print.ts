import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { Callbacks } from '../callbacks/index.ts';
import { isOpenJob, PRINT_LIFE_MS, PRINT_STATUS, type PrintJob, type PrintStatus } from './print-job.ts';
import { lockPrintJob, updatePrintJob } from './store.ts';
import type { PrintingTables } from './tables.ts';

export interface PrintOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly callbacks: Pick<Callbacks, 'notifyOfPrint'>;
}

interface Printing {
  readonly clientId: number;
  readonly terminalId: number;
  /** A client not heard of since then may be replaced by the terminal's newest one. */
  readonly silentSince: number;
}

/** Takes a job, or confirms that this client has it. Undefined: another client has it, or it has ended. */
export function takePrintJob(
  { database, clock }: PrintOptions,
  id: number,
  { clientId, terminalId, silentSince }: Printing,
): Promise<PrintJob | undefined> {
  return database.write(async (transaction) => {
    const job = await lockPrintJob(transaction.tables<PrintingTables>(), id);
    const at = clock.now();
    if (job?.terminalId !== terminalId || !isOpenJob(job) || job.expiresAt <= at) return undefined;
    if (job.clientId === clientId) return job;
    if (job.clientId !== undefined && (job.heardAt ?? 0) >= silentSince) return undefined;
    const taken: PrintJob = {
      ...job,
      status: PRINT_STATUS.printing,
      version: job.version + 1,
      updatedAt: at,
      expiresAt: at + PRINT_LIFE_MS,
      clientId,
      heardAt: at,
    };
    await updatePrintJob(transaction.tables<PrintingTables>(), taken);
    return taken;
  });
}

/** Ends a job with its client's result. `accepted` false: it had ended otherwise. Undefined: it is not this client's. */
export function finishPrintJob(
  options: PrintOptions,
  id: number,
  { clientId, printed }: { readonly clientId: number; readonly printed: boolean },
): Promise<{ readonly job: PrintJob; readonly accepted: boolean } | undefined> {
  const status = printed ? PRINT_STATUS.printed : PRINT_STATUS.failed;
  return options.database.write(async (transaction) => {
    const job = await lockPrintJob(transaction.tables<PrintingTables>(), id);
    if (job?.clientId !== clientId) return undefined;
    if (!isOpenJob(job)) return { job, accepted: job.status === status };
    return { job: await endJob(transaction, options, job, status), accepted: true };
  });
}

export async function expirePrintJob(options: PrintOptions, id: number): Promise<void> {
  await options.database.write(async (transaction) => {
    const job = await lockPrintJob(transaction.tables<PrintingTables>(), id);
    if (!job || !isOpenJob(job) || job.expiresAt > options.clock.now()) return;
    await endJob(transaction, options, job, PRINT_STATUS.expired);
  });
}

async function endJob(
  transaction: WriteTransaction,
  { clock, callbacks }: PrintOptions,
  job: PrintJob,
  status: PrintStatus,
): Promise<PrintJob> {
  const ended = { ...job, status, version: job.version + 1, updatedAt: clock.now() };
  await updatePrintJob(transaction.tables<PrintingTables>(), ended);
  await callbacks.notifyOfPrint(transaction, ended);
  return ended;
}
