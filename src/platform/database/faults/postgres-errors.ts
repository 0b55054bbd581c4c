import { UnsafeDatabase } from '../database.ts';
import { databaseErrorCode, databaseFaultOf } from './fault-kind.ts';
import { meaningOfState, type StateMeaning } from './sqlstates.ts';

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

/** The server is unreachable, went away, lacks resources, or has to be set up first. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (error instanceof CannotConnect || error instanceof UnsafeDatabase) return true;
  if (!(error instanceof Error)) return false;
  const meaning = meaningOf(error);
  if (meaning !== undefined && UNAVAILABLE.has(meaning)) return true;
  if (SOCKET_ERRORS.has(databaseErrorCode(error)) || CLIENT_TEXTS.test(error.message)) return true;
  return ['tls', 'certificate'].includes(databaseFaultOf(error));
}

/** A step of a script did not write all of its rows: then the whole transaction did nothing. */
export function isUnwritten(error: unknown): boolean {
  return meaningOf(error) === 'unwritten';
}

/** A prepared statement was not the connection's own: the transaction did nothing, and may run with others. */
export function isNotPrepared(error: unknown): boolean {
  return meaningOf(error) === 'not_prepared';
}

/** The transaction did nothing and may run again. */
export function isRetryable(error: unknown): boolean {
  return meaningOf(error) === 'again';
}

/** The commit was sent, and whether it happened is unknown. */
export function leavesCommitUnknown(error: unknown): boolean {
  const meaning = meaningOf(error);
  return meaning === 'commit_unknown' || (meaning !== 'setup' && isUnavailable(error));
}

/** The server became a standby, or was never anything else. */
export function isReadOnly(error: unknown): boolean {
  return meaningOf(error) === 'read_only';
}

/** The transaction failed because of an earlier statement, whose error is the cause. */
export function isConsequence(error: unknown): boolean {
  return meaningOf(error) === 'consequence';
}

const UNAVAILABLE: ReadonlySet<StateMeaning> = new Set(['unavailable', 'read_only', 'setup']);

function meaningOf(error: unknown): StateMeaning | undefined {
  const code = databaseErrorCode(error);
  return SOCKET_ERRORS.has(code) ? undefined : meaningOfState(code);
}
