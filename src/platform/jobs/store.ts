import type { Database, RoomMigrations } from '../database/database.ts';

export interface JobTables {
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

/** True when `holder` has the lease until `expiresAt`: it was free, expired, or already its own. */
export function takeLease(
  database: Database,
  lease: { name: string; holder: string; now: number; expiresAt: number },
): Promise<boolean> {
  return database.write(async (transaction) => {
    const taken = await transaction
      .tables<JobTables>()
      .insertInto('job_leases')
      .values({ name: lease.name, holder: lease.holder, expires_at: lease.expiresAt })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ holder: lease.holder, expires_at: lease.expiresAt })
          .where((row) =>
            row.or([
              row('job_leases.holder', '=', lease.holder),
              row('job_leases.expires_at', '<=', lease.now),
            ]),
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
