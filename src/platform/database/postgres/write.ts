import type pg from 'pg';
import { DatabaseUnavailable, type WriteTransaction } from '../database.ts';
import {
  isConsequence,
  isNotPrepared,
  isRetryable,
  isUnavailable,
  isUnwritten,
  leavesCommitUnknown,
} from '../faults/postgres-errors.ts';
import { recordScript } from '../write-path/script.ts';
import type { CommitMarker, CommitMarkers } from './commit-markers.ts';
import type { Outage } from './outage.ts';
import type { PooledConnection, PostgresPool } from './pool.ts';
import { timed } from './queries.ts';
import { retried } from './retried.ts';
import { runScript } from './script-query.ts';
import { openPostgresSession, type PostgresSession, WRITE_TIMEOUT_MS } from './session.ts';
import { checkedStatement, type Statement } from './statements.ts';

const FIND_TIMEOUT_MS = 3_000;
/** Index of the result with the marker: the statements are begin, the time limit, then the marker. */
const MARKER_RESULT = 2;
const COMMIT: Statement = { name: 'guiche_commit', text: 'commit', values: [] };

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
    const statements = [...script.steps.map(checkedStatement), COMMIT];
    try {
      await parts.outage.retry(() => retried(() => commitScript(parts, statements, prepares)));
      return script.result;
    } catch (error) {
      if (isNotPrepared(error)) prepares = false;
      if (isUnwritten(error) || isNotPrepared(error)) return write(work);
      throw error;
    }
  };
}

async function transact<Result>(
  parts: WriteParts,
  work: (session: PostgresSession) => Promise<Result>,
): Promise<Result> {
  const begun = await begin(parts);
  const { session, marker } = begun;
  session.send(marker.begin);
  let result: Result;
  try {
    result = await work(session);
  } catch (error) {
    throw await undo(begun, causeOf(session, error));
  }
  await settle(parts, begun, async () => (await session.run('commit')).command);
  return result;
}

/** As a whole, with one answer: an error of any statement is that of the script. */
async function commitScript(
  parts: WriteParts,
  statements: readonly Statement[],
  prepares: boolean,
): Promise<void> {
  const begun = await begin(parts);
  const { connection, marker } = begun;
  const script = [...marker.beginScript, ...statements];
  await settle(parts, begun, () =>
    runScript(connection.client, script, { prepares, timeoutMs: WRITE_TIMEOUT_MS }),
  );
}

interface Begun {
  readonly connection: PooledConnection;
  readonly session: PostgresSession;
  readonly marker: CommitMarker;
}

async function begin({ pool, markers }: WriteParts): Promise<Begun> {
  const connection = await pool.acquire();
  return { connection, marker: markers.next(), session: openPostgresSession(connection.client) };
}

/** Commits by `commit`, which returns the tag of its last statement, or throws what made the transaction not happen. */
async function settle(parts: WriteParts, begun: Begun, commit: () => Promise<string>): Promise<void> {
  const { connection, session, marker } = begun;
  try {
    const tag = await commit();
    if (tag !== 'COMMIT') throw session.fault() ?? new Error('the transaction was rolled back');
  } catch (error) {
    const cause = causeOf(session, error);
    if (!leavesCommitUnknown(cause)) throw await undo(begun, cause);
    connection.release(cause);
    if (!(await wasCommitted(parts, marker))) throw cause;
    return;
  }
  connection.release();
  marker.free();
}

/** Returns the error. */
async function undo({ connection, session, marker }: Begun, error: unknown): Promise<unknown> {
  const broken = await rollBack(session, error);
  connection.release(broken);
  // The broken connection may still hold the marker on the server.
  if (broken === undefined) marker.free();
  return error;
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
