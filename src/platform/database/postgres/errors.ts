import { UnsafeDatabase } from '../database.ts';
import { databaseErrorCode, databaseFaultOf } from './fault-kind.ts';

/**
 * SQLSTATE: 08 connection, 28 user or password refused, 3D000 no such database, 53 out of connections, memory or disk,
 * 57P0x shut down or starting, 57P05 and 25P03/4 ended by a time limit of the server.
 */
const UNAVAILABLE_STATES = /^(08...|28...|3D000|53...|57P0[1-5]|25P0[34])$/;
/** Serialization failure and deadlock: the transaction did nothing and may run again. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const COMPLETION_UNKNOWN = '40003';
const READ_ONLY = '25006';
/** Of our own making: see `statementOfStep`. */
const DIVISION_BY_ZERO = '22012';
const TRANSACTION_FAILED = '25P02';
/** No such prepared statement, or there is one already: a pooler gives each transaction another connection. */
const NOT_PREPARED = new Set(['26000', '42P05']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const CLIENT_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/;

/** No server that accepts writes could be reached. */
export class CannotConnect extends Error {
  constructor(cause: unknown) {
    super('no connection to a server that takes writes', { cause });
    this.name = 'CannotConnect';
  }
}

/** The server is unreachable, went away, or lacks resources. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof CannotConnect || error instanceof UnsafeDatabase || isReadOnly(error)) return true;
  if (!(error instanceof Error)) return false;
  const code = databaseErrorCode(error);
  if (UNAVAILABLE_STATES.test(code) || SOCKET_ERRORS.has(code) || CLIENT_TEXTS.test(error.message))
    return true;
  return ['tls', 'certificate'].includes(databaseFaultOf(error));
}

/** A step of a script did not write all of its rows: then the whole transaction did nothing. */
export function isUnwritten(error: unknown): boolean {
  return databaseErrorCode(error) === DIVISION_BY_ZERO;
}

/** A prepared statement was not the connection's own: the transaction did nothing, and may run with others. */
export function isNotPrepared(error: unknown): boolean {
  return NOT_PREPARED.has(databaseErrorCode(error));
}

/** The transaction did nothing and may run again. */
export function isRetryable(error: unknown): boolean {
  return RETRYABLE_STATES.has(databaseErrorCode(error));
}

/** The commit was sent, and whether it happened is unknown. */
export function leavesCommitUnknown(error: unknown): boolean {
  return isUnavailable(error) || databaseErrorCode(error) === COMPLETION_UNKNOWN;
}

/** The server became a standby, or was never anything else. */
export function isReadOnly(error: unknown): boolean {
  return databaseErrorCode(error) === READ_ONLY;
}

/** The transaction failed because of an earlier statement, whose error is the cause. */
export function isConsequence(error: unknown): boolean {
  return databaseErrorCode(error) === TRANSACTION_FAILED;
}
