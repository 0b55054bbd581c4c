import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable, type WriteTransaction } from '../database.ts';
import { recordScript } from '../script.ts';
import type { CommitMarker, CommitMarkers } from './commit-markers.ts';
import {
  isConsequence,
  isNotPrepared,
  isRetryable,
  isUnavailable,
  isUnwritten,
  leavesCommitUnknown,
} from './errors.ts';
import type { Outage } from './outage.ts';
import type { PostgresPool } from './pool.ts';
import { timed } from './queries.ts';
import { openPostgresSession, type PostgresSession } from './session.ts';

const MAX_TRIES = 5;
const RETRY_PAUSE_MS = 10;
const FIND_TIMEOUT_MS = 3_000;
/** Index of the result with the marker: the statements are begin, the time limit, then the marker. */
const MARKER_RESULT = 2;
/** The plan of a prepared statement is kept: one that was made while a table was small must not read all of it later. */
const BY_INDEXES = ['seqscan', 'hashjoin', 'mergejoin']
  .map((way) => `set local enable_${way} = off`)
  .join('; ');

type Work<Result> = (transaction: WriteTransaction) => Promise<Result>;
export type Write = <Result>(work: Work<Result>) => Promise<Result>;

interface WriteParts {
  readonly pool: PostgresPool;
  readonly outage: Outage;
  readonly markers: CommitMarkers;
}

/**
 * Runs a transaction exactly once or not at all and reports which: it is retried after a serialization
 * failure and after a lost connection; when the answer to COMMIT is lost, its commit marker tells whether it
 * happened. While that cannot be found out DatabaseUnavailable is thrown, and only then the outcome is
 * unknown.
 */
export function createWrite(parts: WriteParts): Write {
  return (work) => parts.outage.retry(() => retried(() => transact(parts, work)));
}

/**
 * As `createWrite`, in one round trip for a write that asks no query: all of it is sent at once, up to COMMIT, on the
 * assumption that every guard holds. When one does not, nothing is written, and it runs again step by step. Its statements
 * are prepared, unless a pooler in between does not keep them.
 */
export function createScriptedWrite(parts: WriteParts): Write {
  const write = createWrite(parts);
  let prepares = true;
  return async (work) => {
    const script = await recordScript(work);
    if (!script) return write(work);
    const sendAll = async (session: PostgresSession) => {
      session.send(BY_INDEXES);
      for (const step of script.steps) session.sendStep(step);
    };
    try {
      await parts.outage.retry(() => retried(() => transact(parts, sendAll, () => prepares)));
      return script.result;
    } catch (error) {
      if (isNotPrepared(error)) prepares = false;
      if (isUnwritten(error) || isNotPrepared(error)) return write(work);
      throw error;
    }
  };
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
  parts: WriteParts,
  work: (session: PostgresSession) => Promise<Result>,
  prepares?: () => boolean,
): Promise<Result> {
  const connection = await parts.pool.acquire();
  const marker = parts.markers.next();
  const session = openPostgresSession(connection.client, prepares);
  const undo = async (error: unknown) => {
    const broken = await rollBack(session, error);
    connection.release(broken);
    // The broken connection may still hold the marker on the server.
    if (broken === undefined) marker.free();
    return error;
  };
  session.send(marker.begin);
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
    connection.release(cause);
    if (!(await wasCommitted(parts, marker))) throw cause;
    return result;
  }
  connection.release();
  marker.free();
  return result;
}

/** The database's first error where it caused the failure, not an error that followed from it. */
function causeOf(session: PostgresSession, error: unknown): unknown {
  const fault = session.fault();
  const isOurs = isUnavailable(fault) || isRetryable(fault) || isConsequence(error);
  return fault !== undefined && isOurs ? fault : error;
}

/** Returns why the connection must be closed, if it must be. */
async function rollBack(session: PostgresSession, cause: unknown): Promise<unknown> {
  if (isUnavailable(cause)) return cause;
  return session.run('rollback').then(
    () => undefined,
    (error) => error,
  );
}

/**
 * Asks over another connection and makes the answer final: an uncommitted transaction can no longer commit.
 */
async function wasCommitted(
  { pool, outage }: { pool: PostgresPool; outage: Outage },
  marker: CommitMarker,
): Promise<boolean> {
  const ask = async (): Promise<boolean> => {
    const { client, release } = await pool.acquire();
    try {
      const results: unknown = await client.query(timed(marker.find, FIND_TIMEOUT_MS));
      release();
      const found = (results as readonly pg.QueryResult<{ mark: number }>[])[MARKER_RESULT];
      return found?.rows[0]?.mark === marker.done;
    } catch (error) {
      release(error);
      throw error;
    }
  };
  try {
    const committed = await outage.retry(ask);
    marker.free();
    return committed;
  } catch (error) {
    throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable(error);
  }
}
