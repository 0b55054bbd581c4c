import { databaseErrorCode } from './fault-kind.ts';
import { isRaised } from './sqlite-errors.ts';

/** SQLSTATE of `raise exception`. */
const RAISE_EXCEPTION = 'P0001';
const MAX_CAUSES = 5;

/** The text with which a trigger of ours refused a row; undefined for any other error. */
export function raisedBy(error: unknown): string | undefined {
  let cause = error;
  for (let looked = 0; cause instanceof Error && looked < MAX_CAUSES; looked += 1) {
    if (isRaised(cause) || databaseErrorCode(cause) === RAISE_EXCEPTION) return cause.message;
    cause = cause.cause;
  }
  return undefined;
}
