import { useState } from 'react';
import { CallError } from '../../api/call.ts';
import type { FaultOf } from './field-faults.ts';
import { isMended } from './is-mended.ts';

/** What the service refused, beside the fields that it names: each until its field is changed. */
export function useRefused(error: Error | null, values: object): FaultOf {
  const [refused, setRefused] = useState<{ readonly error: Error | null; readonly values: object }>();
  if (error !== (refused?.error ?? null)) setRefused({ error, values });
  return (field) => (isMended(field, refused?.values, values) ? undefined : messageFor(error, field));
}

function messageFor(error: Error | null, field: string): string | undefined {
  if (!(error instanceof CallError)) return undefined;
  const message =
    error.field === field ? error.message : error.alsoWrong.find((one) => one.field === field)?.message;
  return message?.replace(/^O (?:campo|ajuste) \S+ (?=deve|é)/, 'Este campo ');
}
