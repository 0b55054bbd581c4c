import { type Forced, readForced } from '../../host/faults/forced-faults.ts';
import { wireFaultNamed, wireFaultNames } from '../../host/faults/wire-faults.ts';
import type { Fields } from '../../host/fields.ts';
import { OPERATIONS, type Operation, type WireFault } from './wire-faults.ts';

const RETURN_CODE = /^\d{1,4}$/;

/** A fault, or a refusal, for the next `times` calls of an operation. */
export interface ForcedFault extends Forced<Operation> {
  /** Name of a fault. */
  readonly fault?: string;
  /** A return code to refuse with. */
  readonly returnCode?: string;
  /** With a return code: whether the call is processed nevertheless. */
  readonly processed?: boolean;
}

/**
 * Reads `{"operation":"capture","fault":"reset_after","times":1}`, or with `"returnCode":"150"` in place of the fault.
 * Returns an error message for anything else.
 */
export function readForcedFault(body: Fields): ForcedFault | string {
  const forced = readForced(body, OPERATIONS);
  if (typeof forced === 'string') return forced;
  const { fault, returnCode, processed = false } = body;
  if (returnCode !== undefined) {
    const isCode = typeof returnCode === 'string' && RETURN_CODE.test(returnCode);
    if (!isCode || typeof processed !== 'boolean') return 'returnCode deve ter de 1 a 4 dígitos';
    const { operation, times } = forced;
    return { operation, returnCode, processed, times };
  }
  const known = wireFaultNamed(fault);
  const { operation, times } = forced;
  return known ? { operation, fault: known.name, times } : `fault deve ser ${wireFaultNames()}`;
}

export function faultOf({ fault, returnCode, processed = false }: ForcedFault): WireFault | undefined {
  if (returnCode === undefined) return wireFaultNamed(fault);
  return { name: `code ${returnCode}`, processed, delivery: 'given', returnCode };
}
