import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable, type WriteTransaction } from '../database.ts';
import { isConsequence, isRetryable, isUnavailable, leavesCommitUnknown } from './errors.ts';
import type { Mark, Marks } from './marks.ts';
import type { Outage } from './outage.ts';
import type { PostgresPool } from './pool.ts';
import { timed } from './queries.ts';
import { openPostgresSession, type PostgresSession } from './session.ts';

const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 10;
const FIND_TIMEOUT_MS = 3_000;
/** Of the statements that find a mark: begin, the time limit, then the mark itself. */
const FOUND_MARK = 2;

type Work<Result> = (transaction: WriteTransaction) => Promise<Result>;
export type Write = <Result>(work: Work<Result>) => Promise<Result>;

/**
 * Runs a transaction that happens exactly once or not at all, and tells which: it runs again after a serialization
 * failure and after a connection was lost; where the answer to COMMIT was lost, its mark tells whether it happened. While
 * that cannot be found out, DatabaseUnavailable is thrown, and only then the outcome is open.
 */
export function createWrite(parts: { pool: PostgresPool; outage: Outage; marks: Marks }): Write {
  return (work) => parts.outage.outlast(() => retried(() => transact(parts, work)));
}

async function retried<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isRetryable(error) || attempt >= MAX_TRIES) throw error;
      await sleep(RETRY_PAUSE_MS * attempt);
    }
  }
}

async function transact<Result>(
  parts: { pool: PostgresPool; outage: Outage; marks: Marks },
  work: Work<Result>,
): Promise<Result> {
  const lent = await parts.pool.lend();
  const mark = parts.marks.next();
  const session = openPostgresSession(lent.client);
  const undo = async (error: unknown) => {
    const broken = await rollBack(session, error);
    lent.giveBack(broken);
    // The other end of a broken connection may still hold on to the mark.
    if (broken === undefined) mark.free();
    return error;
  };
  session.send(mark.begin);
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    throw await undo(causeOf(session, error));
  }
  try {
    const { command } = await session.run('commit');
    if (command !== 'COMMIT') throw session.fault() ?? new Error('the transaction was rolled back');
  } catch (error) {
    const cause = causeOf(session, error);
    if (!leavesCommitUnknown(cause)) throw await undo(cause);
    lent.giveBack(cause);
    if (!(await wasCommitted(parts, mark))) throw cause;
    return result;
  }
  lent.giveBack();
  mark.free();
  return result;
}

/** What the database said, where that is why the work failed: the first fault, and not what followed from it. */
function causeOf(session: PostgresSession, error: unknown): unknown {
  const fault = session.fault();
  const isOurs = isUnavailable(fault) || isRetryable(fault) || isConsequence(error);
  return fault !== undefined && isOurs ? fault : error;
}

/** Returns why the connection must be closed, if it must. */
async function rollBack(session: PostgresSession, cause: unknown): Promise<unknown> {
  if (isUnavailable(cause)) return cause;
  return session.run('rollback').then(
    () => undefined,
    (error) => error,
  );
}

/** Asks over another connection, and makes the answer final: a transaction that was not committed cannot be any more. */
async function wasCommitted(
  { pool, outage }: { pool: PostgresPool; outage: Outage },
  mark: Mark,
): Promise<boolean> {
  const ask = async (): Promise<boolean> => {
    const { client, giveBack } = await pool.lend();
    try {
      const results: unknown = await client.query(timed(mark.find, FIND_TIMEOUT_MS));
      giveBack();
      const found = (results as readonly pg.QueryResult<{ mark: number }>[])[FOUND_MARK];
      return found?.rows[0]?.mark === mark.done;
    } catch (error) {
      giveBack(error);
      throw error;
    }
  };
  try {
    const committed = await outage.outlast(ask);
    mark.free();
    return committed;
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
  }
}
