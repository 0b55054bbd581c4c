import { CallError } from '../api/call.ts';

/** What the service says of one field of a form. */
export type FaultOf = (field: string) => string | undefined;

/** The message of a refusal at the field that it names. */
export function fieldFaults(error: Error | null): FaultOf {
  return (field) =>
    error instanceof CallError && error.field === field
      ? error.message.replace(/^O campo \S+ (?=deve|é)/, 'Este campo ')
      : undefined;
}

/** What no field of the form can show. */
export function generalFault(error: Error | null, fields: readonly string[]): Error | undefined {
  if (!error) return undefined;
  const named = error instanceof CallError && error.field !== undefined && fields.includes(error.field);
  return named ? undefined : error;
}
