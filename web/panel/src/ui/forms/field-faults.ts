import { CallError } from '../../api/call.ts';

/** The service's message about one field of a form. */
export type FaultOf = (field: string) => string | undefined;

/** Returns the message of a refusal for the field that it names. */
export function fieldFaults(error: Error | null): FaultOf {
  return (field) => {
    if (!(error instanceof CallError)) return undefined;
    const message =
      error.field === field ? error.message : error.alsoWrong.find((one) => one.field === field)?.message;
    return message?.replace(/^O (?:campo|ajuste) \S+ (?=deve|é)/, 'Este campo ');
  };
}

/** The error, unless a field of the form shows it. */
export function generalFault(error: Error | null, fields: readonly string[]): Error | undefined {
  if (!error) return undefined;
  const named = error instanceof CallError && error.field !== undefined && fields.includes(error.field);
  return named ? undefined : error;
}
