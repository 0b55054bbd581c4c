import type { Database, RoomMigrations } from '../database/database.ts';
import { databaseNow } from '../database/now.ts';

export interface JobTables {
  /** `expires_at` by the database's clock, in milliseconds. */
  job_leases: { name: string; holder: string; expires_at: number };
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

export function releaseLeases(database: Database, holder: string): Promise<void> {
  return database.write(async (transaction) => {
    await transaction.tables<JobTables>().deleteFrom('job_leases').where('holder', '=', holder).execute();
  });
}
