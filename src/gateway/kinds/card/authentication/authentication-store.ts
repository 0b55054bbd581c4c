import type { Database } from '../../../../platform/database/index.ts';
import type { History, Origin } from '../../../history/index.ts';
import type { RowsWriter } from '../../../transactions/rules/row-beside.ts';
import { bringForward } from '../../../transactions/stores/case-store.ts';
import { type Authentication, storedToken } from './authentication.ts';
import { AUTHENTICATIONS, type AuthenticationTables } from './authentications-table.ts';

export interface AuthenticationStore {
  /** By the token in the buyer's address. */
  find(token: string): Promise<Authentication | undefined>;
  /** An intention has one for each of its tries. */
  ofAttempt(transactionId: string, reference: string): Promise<Authentication | undefined>;
  /** Records when the buyer was first redirected, with its event. Later calls change nothing. */
  recordDeparture(
    authentication: Authentication,
    left: { readonly at: number; readonly origin: Origin },
  ): Promise<void>;
  /**
   * Claims the next query to the acquirer: false when somebody else did since `authentication` was read. The
   * first claim records the buyer's return; every claim has recovery ask no later than `lookAt`.
   */
  claimQuery(
    authentication: Authentication,
    turn: { readonly at: number; readonly lookAt: number; readonly origin: Origin },
  ): Promise<boolean>;
  /** Deletes up to `limit` rows that expired before; returns how many. */
  deleteExpired(before: number, limit: number): Promise<number>;
}

/** In the commit of the change that sends their buyers away. */
export const writeAuthentications: RowsWriter = (write, rows) =>
  write.insertRows(AUTHENTICATIONS, rows as readonly Authentication[]);

export function createAuthenticationStore(options: {
  database: Database;
  history: Pick<History, 'record'>;
}): AuthenticationStore {
  const { database, history } = options;
  const read = () => database.read<AuthenticationTables>().selectFrom('authentications').selectAll();
  return {
    find: async (token) => {
      // Those of before version 0.3.0 stand under the token itself.
      const row = await read()
        .where('token', 'in', [storedToken(token), token])
        .executeTakeFirst();
      return row && AUTHENTICATIONS.fromRow(row);
    },
    ofAttempt: async (transactionId, reference) => {
      const row = await read()
        .where('transaction_id', '=', transactionId)
        .where('attempt_reference', '=', reference)
        .executeTakeFirst();
      return row && AUTHENTICATIONS.fromRow(row);
    },
    recordDeparture: ({ token, transactionId }, { at, origin }) =>
      database.write(async (write) => {
        const { numUpdatedRows } = await write
          .tables<AuthenticationTables>()
          .updateTable('authentications')
          .set({ left_at: at })
          .where('token', '=', token)
          .where('left_at', '=', 0)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return;
        await history.record(write, [{ transactionId, at, kind: 'buyer_left', origin, details: {} }]);
      }),
    claimQuery: ({ token, transactionId, askedAt, attemptReference }, { at, lookAt, origin }) =>
      database.write(async (write) => {
        const { numUpdatedRows } = await write
          .tables<AuthenticationTables>()
          .updateTable('authentications')
          .set({ asked_at: at })
          .where('token', '=', token)
          .where('asked_at', '=', askedAt)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 0n) return false;
        if (askedAt === 0) {
          await history.record(write, [{ transactionId, at, kind: 'buyer_returned', origin, details: {} }]);
        }
        await bringForward(write, attemptReference, lookAt);
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
