import type { Database, WriteTransaction } from '../../../platform/database/index.ts';
import type { Clock, LocalTime } from '../../../platform/time/clock.ts';
import { matchLinesOf } from '../matching/match-account.ts';
import type { StatementTables, StoredLine } from '../tables/statement-tables.ts';

/** What people say of lines. `written` adds the audit's entry. */
export interface LineDecisions {
  /** The line belongs to the sale that is suggested. False: it was decided, or told otherwise, meanwhile. */
  confirm(line: StoredLine, written: (write: WriteTransaction) => Promise<void>): Promise<boolean>;
  note(
    id: string,
    note: string | undefined,
    written: (write: WriteTransaction) => Promise<void>,
  ): Promise<void>;
}

export function createLineDecisions(dependencies: {
  readonly database: Database;
  readonly clock: Clock;
  readonly time: Pick<LocalTime, 'day'>;
}): LineDecisions {
  const { database, clock } = dependencies;
  return {
    confirm: async (line, written) => {
      if (line.suggestedId === undefined) return false;
      const { suggestedId, accountId } = line;
      const isConfirmed = await database.write(async (write) => {
        const { numUpdatedRows } = await write
          .tables<StatementTables>()
          .updateTable('statement_lines')
          .set(({ eb }) => ({
            transaction_id: suggestedId,
            suggested_id: null,
            confirmed: 1,
            pending: eb('pending', '+', 1),
            updated_at: clock.now(),
          }))
          .where('id', '=', line.id)
          .where('suggested_id', '=', suggestedId)
          .executeTakeFirst();
        if (Number(numUpdatedRows) === 0) return false;
        await written(write);
        return true;
      });
      if (isConfirmed) await matchLinesOf(dependencies, { accountId, transactionId: suggestedId });
      return isConfirmed;
    },
    note: (id, note, written) =>
      database.write(async (write) => {
        await write
          .tables<StatementTables>()
          .updateTable('statement_lines')
          .set({ note: note ?? null, updated_at: clock.now() })
          .where('id', '=', id)
          .execute();
        await written(write);
      }),
  };
}
