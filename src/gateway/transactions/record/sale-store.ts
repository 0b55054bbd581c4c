import { checkRow, type GroupedWrite, type WriteTransaction } from '../../../platform/index.ts';
import type { History, NewEvent } from '../../history/index.ts';
import { IdempotencyKeyTaken } from './change-store.ts';
import { type Outbox, plannedOf, type WithPostback } from './outbox.ts';
import { attemptRow, type EndedAttempt, endRow, type NewAttempt, resultRow, transactionRow } from './rows.ts';
import type { AuthenticationRow, AuthenticationTables } from './tables/authentications.ts';
import type { CaseRow, CaseTables } from './tables/cases.ts';
import type { IdempotencyRow, IdempotencyTables } from './tables/idempotency.ts';
import { END_ATTEMPTS, NEW_ATTEMPTS, SET_RESULTS, TRANSACTIONS } from './tables/transactions.ts';
import type { Transaction } from './transaction.ts';

/** A new sale. Without an attempt it was refused before any call, and its status is final. */
export interface Begin {
  readonly transaction: Transaction;
  readonly attempt: NewAttempt | undefined;
  readonly idempotency: IdempotencyRow | undefined;
  readonly event: NewEvent;
}

export interface Again {
  readonly ended: EndedAttempt;
  readonly next: NewAttempt;
  readonly events: readonly NewEvent[];
}

/** What came of a sale's attempt. */
export interface Finish {
  readonly attempt: EndedAttempt;
  /** The transaction as it becomes: its version is one above that which must still be stored. */
  readonly transaction: Transaction;
  /** Where the answer is not known: the case that finds out. */
  readonly openCase: CaseRow | undefined;
  readonly authentication: AuthenticationRow | undefined;
  /** Id of the idempotency key whose first answer this is. */
  readonly idempotencyId: string | undefined;
  readonly event: NewEvent;
}

type Tables = AuthenticationTables & IdempotencyTables & CaseTables;

export function begins(history: History, outbox: Outbox): GroupedWrite<WithPostback<Begin>, void> {
  return {
    name: 'begin transactions',
    check: ({ item }) => checkRow(TRANSACTIONS, transactionRow(item.transaction)),
    apply: async (write, given) => {
      const items = given.map(({ item }) => item);
      await claimKeys(write, items);
      await write.insertRows(
        TRANSACTIONS,
        items.map((item) => transactionRow(item.transaction)),
      );
      const attempts = items.flatMap((item) => (item.attempt ? [attemptRow(item.attempt)] : []));
      await write.insertRows(NEW_ATTEMPTS, attempts);
      await history.record(
        write,
        items.map((item) => item.event),
      );
      await outbox.write(write, plannedOf(given));
      return items.map(() => undefined);
    },
  };
}

/** Of several requests with one key in the batch, or one that came before, only the first may go on. */
async function claimKeys(write: WriteTransaction, items: readonly Begin[]): Promise<void> {
  const rows = items.flatMap((item) => (item.idempotency ? [item.idempotency] : []));
  if (rows.length === 0) return;
  const claimed = await write
    .tables<Tables>()
    .insertInto('idempotency_keys')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  if (claimed.length < rows.length) throw new IdempotencyKeyTaken();
}

/** False where somebody else ended the attempt first: nothing was changed, and nothing may be sent again. */
export function attemptsAgain(history: History): GroupedWrite<Again, boolean> {
  return {
    name: 'attempt again',
    apply: async (write, items) => {
      const open = await write.updateRows(
        END_ATTEMPTS,
        items.map((item) => endRow(item.ended)),
      );
      const winners = items.filter((_, index) => open[index]);
      await write.insertRows(
        NEW_ATTEMPTS,
        winners.map((item) => attemptRow(item.next)),
      );
      await history.record(
        write,
        winners.flatMap((item) => item.events),
      );
      return open;
    },
  };
}

/** False where somebody else ended the attempt first: nothing was changed, the stored record is the truth. */
export function finishes(history: History, outbox: Outbox): GroupedWrite<WithPostback<Finish>, boolean> {
  return {
    name: 'finish transactions',
    apply: async (write, given) => {
      const open = await write.updateRows(
        END_ATTEMPTS,
        given.map(({ item }) => endRow(item.attempt)),
      );
      const won = given.filter((_, index) => open[index]);
      const winners = won.map(({ item }) => item);
      const moved = await write.updateRows(
        SET_RESULTS,
        winners.map(({ transaction }) => ({
          key: transaction.id,
          expected: transaction.version - 1,
          values: resultRow(transaction),
        })),
      );
      if (moved.includes(false)) {
        throw new Error('a transaction was moved by somebody else while its attempt was open');
      }
      await history.record(
        write,
        winners.map((item) => item.event),
      );
      await writeRareParts(write, winners);
      await outbox.write(write, plannedOf(won));
      return open;
    },
  };
}

async function writeRareParts(write: WriteTransaction, items: readonly Finish[]): Promise<void> {
  const tables = write.tables<Tables>();
  const cases = items.flatMap((item) => item.openCase ?? []);
  if (cases.length > 0) await tables.insertInto('recovery_cases').values(cases).execute();
  const authentications = items.flatMap((item) => item.authentication ?? []);
  if (authentications.length > 0) {
    await tables.insertInto('authentications').values(authentications).execute();
  }
  for (const { idempotencyId, transaction } of items) {
    if (idempotencyId === undefined) continue;
    await tables
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(transaction.result) })
      .where('id', '=', idempotencyId)
      .execute();
  }
}
