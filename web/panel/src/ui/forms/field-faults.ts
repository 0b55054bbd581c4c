import { CallError } from '../../api/call.ts';

/** The service's message about one field of a form. */
export type FaultOf = (field: string) => string | undefined;

/** The error, unless a field of the form shows it. */
export function generalFault(error: Error | null, fields: readonly string[]): Error | undefined {
  if (!error) return undefined;
  const named = error instanceof CallError && error.field !== undefined && fields.includes(error.field);
  return named ? undefined : error;
}
