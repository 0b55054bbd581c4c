import type { Kysely } from 'kysely';
import type { PersonSettings } from './person.ts';
import type { PersonTables } from './tables.ts';

/** Undefined when there is no such person. What is not given stays. */
export async function updateSettings(
  tables: Kysely<PersonTables>,
  id: number,
  given: Partial<PersonSettings>,
): Promise<PersonSettings | undefined> {
  const row = await tables
    .updateTable('persons')
    .set((column) => ({
      late_approval: given.lateApproval ?? column.ref('late_approval'),
      postback_delay_s: given.postbackDelaySeconds ?? column.ref('postback_delay_s'),
      retry_guard: given.retryGuard ?? column.ref('retry_guard'),
      failover: given.failover ?? column.ref('failover'),
    }))
    .where('id', '=', id)
    .returning(['late_approval', 'postback_delay_s', 'retry_guard', 'failover'])
    .executeTakeFirst();
  return (
    row && {
      lateApproval: row.late_approval,
      postbackDelaySeconds: row.postback_delay_s,
      retryGuard: row.retry_guard,
      failover: row.failover,
    }
  );
}
