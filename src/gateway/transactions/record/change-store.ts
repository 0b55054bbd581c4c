import type { GroupedWrite, WriteTransaction } from '../../../platform/index.ts';
import type { History } from '../../history/index.ts';
import { type Change, changed, type MovementEnd } from './change.ts';
import { type Outbox, plannedOf, type WithPostback } from './outbox.ts';
import { endRow, resultRow } from './rows.ts';
import type { AuthenticationTables } from './tables/authentications.ts';
import type { CaseTables } from './tables/cases.ts';
import type { IdempotencyTables } from './tables/idempotency.ts';
import type { MovementTables } from './tables/movements.ts';
import { END_ATTEMPTS, SET_RESULTS } from './tables/transactions.ts';

type Tables = MovementTables & CaseTables & AuthenticationTables & IdempotencyTables;

/** Thrown when another request with the same idempotency key was first. */
export class IdempotencyKeyTaken extends Error {
  constructor() {
    super('another request with this idempotency key was first');
    this.name = 'IdempotencyKeyTaken';
  }
}

/** Thrown, so that nothing of the change is written, when the attempt or movement that it ends has ended before. */
export class EndedBefore extends Error {
  constructor(subject: string) {
    super(`${subject} was ended by somebody else`);
    this.name = 'EndedBefore';
  }
}

/**
 * False when the transaction is no longer what the change was made from. Throws EndedBefore when that holds for its
 * attempt or movement, which can change without it.
 */
export function changes(history: History, outbox: Outbox): GroupedWrite<WithPostback<Change>, boolean> {
  return {
    name: 'change transactions',
    apply: async (write, given) => {
      const held = await write.updateRows(
        SET_RESULTS,
        given.map(({ item }) => ({
          key: item.transaction.id,
          expected: item.transaction.version,
          values: resultRow(changed(item)),
        })),
      );
      const won = given.filter((_, index) => held[index]);
      const winners = won.map(({ item }) => item);
      for (const change of winners) await writeParts(write, change);
      await history.record(
        write,
        winners.flatMap((change) => change.events),
      );
      await outbox.write(write, plannedOf(won));
      return held;
    },
  };
}

async function writeParts(write: WriteTransaction, change: Change): Promise<void> {
  const tables = write.tables<Tables>();
  if (change.attempt) {
    const [ended] = await write.updateRows(END_ATTEMPTS, [endRow(change.attempt.ended, change.attempt.from)]);
    if (!ended) throw new EndedBefore(change.attempt.ended.reference);
  }
  if (change.newMovement) await tables.insertInto('movements').values(change.newMovement).execute();
  if (change.movement) await endMovement(write, change.movement);
  if (change.authentication) {
    await tables.insertInto('authentications').values(change.authentication).execute();
  }
  if (change.closeCase !== undefined) {
    await tables.deleteFrom('recovery_cases').where('subject', '=', change.closeCase).execute();
  }
  if (change.openCase) {
    const { subject, ...values } = change.openCase;
    await tables
      .insertInto('recovery_cases')
      .values(change.openCase)
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(values))
      .execute();
  }
  await writeIdempotency(write, change);
}

async function endMovement(write: WriteTransaction, end: MovementEnd): Promise<void> {
  const { numUpdatedRows } = await write
    .tables<MovementTables>()
    .updateTable('movements')
    .set({
      state: end.state,
      ended_at: end.endedAt,
      ...(end.refundId === undefined ? {} : { refund_id: end.refundId }),
      ...(end.rawCode === undefined ? {} : { raw_code: end.rawCode }),
      ...(end.rawMessage === undefined ? {} : { raw_message: end.rawMessage }),
      ...(end.httpStatus === undefined ? {} : { http_status: end.httpStatus }),
      ...(end.reason === undefined ? {} : { reason: end.reason }),
    })
    .where('id', '=', end.id)
    .where('state', '=', end.from)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows !== 1n) throw new EndedBefore(end.id);
}

async function writeIdempotency(write: WriteTransaction, change: Change): Promise<void> {
  const tables = write.tables<IdempotencyTables>();
  if (change.idempotency) {
    const taken = await tables
      .insertInto('idempotency_keys')
      .values(change.idempotency)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!taken) throw new IdempotencyKeyTaken();
  }
  if (change.idempotencyAnswer) {
    await tables
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(change.idempotencyAnswer.result) })
      .where('id', '=', change.idempotencyAnswer.id)
      .execute();
  }
  if (change.idempotencyFreed !== undefined) {
    await tables.deleteFrom('idempotency_keys').where('id', '=', change.idempotencyFreed).execute();
  }
}
