import type { Kysely } from 'kysely';
import type { Database, RoomMigrations } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';

export interface JobTables {
  /** `expires_at` by the database's clock, in milliseconds. */
  job_leases: { name: string; holder: string; expires_at: number };
  /** The last noted run of each leased job; times by the database's clock. `error` is null when it went well. */
  job_runs: {
    name: string;
    instance: string;
    every_ms: number;
    ended_at: number;
    duration_ms: number;
    error: string | null;
    ok_at: number | null;
    failed_since: number | null;
  };
}

/** How a run of a leased job ended. */
export interface EndedRun {
  readonly name: string;
  readonly instance: string;
  readonly everyMs: number;
  readonly durationMs: number;
  /** Undefined: it went well. */
  readonly error: string | undefined;
}

/** What is known of a leased job. Times in milliseconds since 1970. */
export interface JobRun extends EndedRun {
  readonly endedAt: number;
  readonly okAt: number | undefined;
  /** Every run since then failed. */
  readonly failedSince: number | undefined;
}

export const jobMigrations: RoomMigrations = {
  '0020-job-leases': {
    up: async (database) => {
      await database.schema
        .createTable('job_leases')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('holder', 'text', (column) => column.notNull())
        .addColumn('expires_at', 'bigint', (column) => column.notNull())
        .execute();
    },
  },
  '0022-job-runs': {
    up: async (database) => {
      await database.schema
        .createTable('job_runs')
        .addColumn('name', 'text', (column) => column.primaryKey())
        .addColumn('instance', 'text', (column) => column.notNull())
        .addColumn('every_ms', 'bigint', (column) => column.notNull())
        .addColumn('ended_at', 'bigint', (column) => column.notNull())
        .addColumn('duration_ms', 'bigint', (column) => column.notNull())
        .addColumn('error', 'text')
        .addColumn('ok_at', 'bigint')
        .addColumn('failed_since', 'bigint')
        .execute();
    },
  },
  // Its work is that of `retention` now: it would be taken for a job that has stopped running.
  '0023-retired-jobs': {
    up: async (database) => {
      const runs = (database as Kysely<JobTables>).deleteFrom('job_runs');
      await runs.where('name', '=', 'forget delivered postbacks').execute();
    },
  },
};

/** Who holds a lease that has not expired. */
export async function leaseHolder(database: Database, name: string): Promise<string | undefined> {
  const lease = await database
    .read<JobTables>()
    .selectFrom('job_leases')
    .select('holder')
    .where('name', '=', name)
    .where('expires_at', '>', databaseNow(database.engine))
    .executeTakeFirst();
  return lease?.holder;
}

/** True when `holder` has the lease for the next `leaseMs`: it was free, expired, already its own, or held by `dead`. */
export function takeLease(
  database: Database,
  lease: { name: string; holder: string; leaseMs: number; dead: string | undefined },
): Promise<boolean> {
  const now = databaseNow(database.engine);
  const free = lease.dead === undefined ? [lease.holder] : [lease.holder, lease.dead];
  return database.write(async (transaction) => {
    const taken = await transaction
      .tables<JobTables>()
      .insertInto('job_leases')
      .values((row) => ({
        name: lease.name,
        holder: lease.holder,
        expires_at: row(now, '+', lease.leaseMs),
      }))
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet((row) => ({ holder: lease.holder, expires_at: row(now, '+', lease.leaseMs) }))
          .where((row) =>
            row.or([row('job_leases.holder', 'in', free), row('job_leases.expires_at', '<=', now)]),
          ),
      )
      .returning('holder')
      .executeTakeFirst();
    return taken?.holder === lease.holder;
  });
}

export function releaseLease(database: Database, name: string, holder: string): Promise<void> {
  return database.write(async (transaction) => {
    const leases = transaction.tables<JobTables>().deleteFrom('job_leases');
    await leases.where('name', '=', name).where('holder', '=', holder).execute();
  });
}

export function releaseLeases(database: Database, holder: string): Promise<void> {
  return database.write(async (transaction) => {
    await transaction.tables<JobTables>().deleteFrom('job_leases').where('holder', '=', holder).execute();
  });
}

/** Replaces what is known of the job's last run. */
export function noteRun(database: Database, run: EndedRun): Promise<void> {
  const now = databaseNow(database.engine);
  const failed = run.error !== undefined;
  const latest = {
    instance: run.instance,
    // A time scale may make a fraction of it.
    every_ms: Math.round(run.everyMs),
    ended_at: now,
    duration_ms: Math.round(run.durationMs),
    error: run.error ?? null,
  };
  return database.write(async (transaction) => {
    await transaction
      .tables<JobTables>()
      .insertInto('job_runs')
      .values({ name: run.name, ...latest, ok_at: failed ? null : now, failed_since: failed ? now : null })
      .onConflict((conflict) =>
        conflict.column('name').doUpdateSet((row) => ({
          ...latest,
          ...(failed
            ? { failed_since: row.fn.coalesce('job_runs.failed_since', now) }
            : { ok_at: now, failed_since: null }),
        })),
      )
      .execute();
  });
}

/** By name. A job that never ended a run is not among them. */
export async function listRuns(database: Database): Promise<readonly JobRun[]> {
  const rows = await database.read<JobTables>().selectFrom('job_runs').selectAll().orderBy('name').execute();
  return rows.map((row) => ({
    name: row.name,
    instance: row.instance,
    everyMs: row.every_ms,
    durationMs: row.duration_ms,
    error: row.error ?? undefined,
    endedAt: row.ended_at,
    okAt: row.ok_at ?? undefined,
    failedSince: row.failed_since ?? undefined,
  }));
}
