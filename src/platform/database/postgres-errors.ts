/**
 * SQLSTATE: 08 connection, 28 user or password refused, 3D000 no such database, 57P0x shut down or starting,
 * 53300 too many connections.
 */
const UNAVAILABLE_STATES = /^(08...|28...|3D000|57P0[123]|53300)$/;
/** Serialization failure and deadlock: the transaction did nothing and may run again. */
const RETRYABLE_STATES = new Set(['40001', '40P01']);
const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
]);
const CLIENT_TEXTS =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable|Client has encountered a connection error/;

/** The server cannot be reached, or went away: whether the last commit happened is not known. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isUnavailable);
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return UNAVAILABLE_STATES.test(code) || SOCKET_ERRORS.has(code) || CLIENT_TEXTS.test(error.message);
}

export function isRetryable(error: unknown): boolean {
  return error instanceof Error && RETRYABLE_STATES.has(codeOf(error));
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}
