import type { Database } from '../../../platform/index.ts';
import type { History, NewEvent } from '../../history/index.ts';
import type { Authentication } from './authentication.ts';
import type { AuthenticationRow, AuthenticationTables } from './tables/authentications.ts';
import type { CaseTables } from './tables/cases.ts';

export interface AuthenticationStore {
  find(token: string): Promise<Authentication | undefined>;
  /** Keeps when the buyer was first sent on, with its event. A later call changes nothing. */
  leave(token: string, left: NewEvent): Promise<void>;
  /**
   * Takes the turn to ask the acquirer: false when somebody else took it since `authentication` was read. The first
   * turn brings the event of the buyer's return, and with every turn recovery's next look comes no later than
   * `lookAt`.
   */
  takeTurn(
    authentication: Authentication,
    turn: { readonly at: number; readonly lookAt: number; readonly returned: NewEvent },
  ): Promise<boolean>;
  /** Deletes up to `limit` that expired before; gives how many. */
  deleteExpired(before: number, limit: number): Promise<number>;
}

export function createAuthenticationStore(options: {
  database: Database;
  history: Pick<History, 'record'>;
}): AuthenticationStore {
  const { database, history } = options;
  return {
    find: async (token) => {
      const row = await database
        .read<AuthenticationTables>()
        .selectFrom('authentications')
        .selectAll()
        .where('token', '=', token)
        .executeTakeFirst();
      return row && fromRow(row);
    },
    leave: (token, left) =>
      database.write(async (write) => {
        const { numUpdatedRows } = await write
          .tables<AuthenticationTables>()
          .updateTable('authentications')
          .set({ left_at: left.at })
          .where('token', '=', token)
          .where('left_at', '=', 0)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows > 0n) await history.record(write, [left]);
      }),
    takeTurn: ({ token, askedAt, attemptReference }, { at, lookAt, returned }) =>
      database.write(async (write) => {
        const tables = write.tables<AuthenticationTables & CaseTables>();
        const { numUpdatedRows } = await tables
          .updateTable('authentications')
          .set({ asked_at: at })
          .where('token', '=', token)
          .where('asked_at', '=', askedAt)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        if (askedAt === 0) await history.record(write, [returned]);
        await tables
          .updateTable('recovery_cases')
          .set({ next_at: lookAt })
          .where('subject', '=', attemptReference)
          .where('state', '=', 'open')
          .where('next_at', '>', lookAt)
          .execute();
        return true;
      }),
    deleteExpired: (before, limit) =>
      database.write(async (write) => {
        const { numDeletedRows } = await write
          .tables<AuthenticationTables>()
          .deleteFrom('authentications')
          .where('token', 'in', (row) =>
            row
              .selectFrom('authentications')
              .select('token')
              .where('expires_at', '<', before)
              .orderBy('expires_at')
              .limit(limit),
          )
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      }),
  };
}

function fromRow(row: AuthenticationRow): Authentication {
  return {
    token: row.token,
    transactionId: row.transaction_id,
    attemptReference: row.attempt_reference,
    pageUrl: row.page_url,
    expiresAt: row.expires_at,
    leftAt: row.left_at,
    askedAt: row.asked_at,
  };
}
