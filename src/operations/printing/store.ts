import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { ListPage } from '../interface/long-list.ts';
import { PRINT_STATUS, type PrintJob } from './print-job.ts';
import type { Printer } from './printer.ts';
import { PRINT_JOBS, PRINTERS, type PrintingTables } from './tables.ts';

type Tables = Kysely<PrintingTables>;

/** Sent or being printed. The same text in index and query: only then SQLite uses the index. */
export const OPEN = sql<boolean>`status in (5, 10)`;
/** In the order of the ids, but not by their index: all jobs would be walked to find the few that are open. */
const BY_UNINDEXED_ID = sql<number>`id + 0`;
const MAX_NEW_TERMINALS = 1_000;

/** Inserts a printer, or replaces one of the same person. False: the id is another person's. */
export async function putPrinter(tables: Tables, printer: Printer): Promise<boolean> {
  const { name, templateId, personId } = printer;
  const row = await tables
    .insertInto('printers')
    .values(PRINTERS.toRow(printer))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ name, template_id: templateId })
        .where('printers.person_id', '=', personId),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPrinter(
  tables: Tables,
  personId: number,
  id: number,
): Promise<Printer | undefined> {
  const row = await tables
    .selectFrom('printers')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && PRINTERS.fromRow(row);
}

/** The names of a person's printers with these ids. */
export async function findPrinterNames(
  tables: Tables,
  personId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tables
    .selectFrom('printers')
    .select(['id', 'name'])
    .where('person_id', '=', personId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** In the order of the ids. */
export async function selectPrinters(
  tables: Tables,
  personId: number,
  { afterId, limit }: ListPage,
): Promise<readonly Printer[]> {
  const rows = await tables
    .selectFrom('printers')
    .selectAll()
    .where('person_id', '=', personId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(PRINTERS.fromRow);
}

export async function insertPrintJob(tables: Tables, job: PrintJob): Promise<void> {
  await tables.insertInto('print_jobs').values(PRINT_JOBS.toRow(job)).execute();
}

export async function findPrintJob(tables: Tables, id: number): Promise<PrintJob | undefined> {
  const row = await tables.selectFrom('print_jobs').selectAll().where('id', '=', id).executeTakeFirst();
  return row && PRINT_JOBS.fromRow(row);
}

/** Reads and locks the job until the commit. */
export async function lockPrintJob(tables: Tables, id: number): Promise<PrintJob | undefined> {
  const row = await tables
    .updateTable('print_jobs')
    .set((job) => ({ version: job.ref('version') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
  return row && PRINT_JOBS.fromRow(row);
}

/** The job must be locked. */
export async function updatePrintJob(tables: Tables, job: PrintJob): Promise<void> {
  const { id, ...row } = PRINT_JOBS.toRow(job);
  await tables.updateTable('print_jobs').set(row).where('id', '=', id).execute();
}

/** The next job for a terminal's newest client: what it has taken or a silent client abandoned, then the oldest. */
export async function findNextPrintJob(
  tables: Tables,
  request: {
    readonly terminalId: number;
    readonly clientId: number;
    readonly silentSince: number;
    readonly now: number;
  },
): Promise<PrintJob | undefined> {
  const row = await tables
    .selectFrom('print_jobs')
    .selectAll()
    .where('terminal_id', '=', request.terminalId)
    .where(OPEN)
    // An expired one cannot be taken any more: its client would request it again and again until a job ends it.
    .where('expires_at', '>', request.now)
    .where((job) =>
      job.or([
        job('status', '=', PRINT_STATUS.sent),
        job('client_id', '=', request.clientId),
        job('heard_at', '<', request.silentSince),
      ]),
    )
    .orderBy('status', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row && PRINT_JOBS.fromRow(row);
}

/** Those of these terminals that have open jobs, in one query. */
export async function findTerminalsWithJobs(
  tables: Tables,
  terminalIds: readonly number[],
): Promise<ReadonlyMap<number, true>> {
  if (terminalIds.length === 0) return new Map();
  const rows = await tables
    .selectFrom('print_jobs')
    .select('terminal_id')
    .distinct()
    .where(OPEN)
    .where('terminal_id', 'in', terminalIds)
    .execute();
  return new Map(rows.map(({ terminal_id }) => [terminal_id, true]));
}

/** Open jobs of all terminals that meet the condition, oldest first. */
export async function selectOpenPrintJobs(
  tables: Tables,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<readonly PrintJob[]> {
  const rows = await tables
    .selectFrom('print_jobs')
    .selectAll()
    .where(OPEN)
    .where(condition)
    .orderBy(BY_UNINDEXED_ID)
    .limit(limit)
    .execute();
  return rows.map(PRINT_JOBS.fromRow);
}

/** Jobs whose time is over, up to `limit`. */
export async function findOverduePrintJobs(
  tables: Tables,
  now: number,
  limit: number,
): Promise<readonly number[]> {
  const rows = await tables
    .selectFrom('print_jobs')
    .select('id')
    .where(OPEN)
    .where('expires_at', '<=', now)
    .orderBy(BY_UNINDEXED_ID)
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Terminals with jobs that were created at or after `since`, up to a thousand. */
export async function findNewPrintTerminals(tables: Tables, since: number): Promise<readonly number[]> {
  const rows = await tables
    .selectFrom('print_jobs')
    .select('terminal_id')
    .distinct()
    .where(OPEN)
    .where('created_at', '>=', since)
    .limit(MAX_NEW_TERMINALS)
    .execute();
  return rows.map(({ terminal_id }) => terminal_id);
}

/** Heartbeat of a client for its job. False: the job is no longer this client's. */
export async function recordPrintHeartbeat(
  tables: Tables,
  id: number,
  { clientId, now }: { readonly clientId: number; readonly now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await tables
    .updateTable('print_jobs')
    .set({ heard_at: now })
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .where('status', '=', PRINT_STATUS.printing)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}
