import type { Fields } from '../fields.ts';
import {
  isOperation,
  OPERATIONS,
  type Operation,
  type WireFault,
  wireFaultNamed,
  wireFaultNames,
} from './wire-faults.ts';

const MAX_FORCED = 100;
const MAX_TIMES = 100_000;
const RETURN_CODE = /^\d{1,4}$/;

/** A fault, or a refusal, for the next `times` calls of an operation. */
export interface ForcedFault {
  readonly operation: Operation;
  /** Name of a fault. */
  readonly fault?: string;
  /** A return code to refuse with. */
  readonly returnCode?: string;
  /** With a return code: whether the call is processed nevertheless. */
  readonly processed?: boolean;
  readonly times: number;
}

export interface ForcedFaults {
  /** Adds it behind the waiting ones. False when too many wait. */
  add(forced: ForcedFault): boolean;
  /** Takes the next one for the operation. */
  take(operation: Operation): WireFault | undefined;
  waiting(): readonly ForcedFault[];
  clear(): void;
}

export function createForcedFaults(): ForcedFaults {
  let queue: readonly ForcedFault[] = [];

  return {
    add(forced) {
      if (queue.length >= MAX_FORCED) return false;
      queue = [...queue, forced];
      return true;
    },
    take(operation) {
      const found = queue.find((forced) => forced.operation === operation);
      if (found === undefined) return undefined;
      queue = queue.flatMap((forced) => (forced === found ? oneLess(forced) : [forced]));
      return faultOf(found);
    },
    waiting: () => queue,
    clear() {
      queue = [];
    },
  };
}

/**
 * Reads `{"operation":"capture","fault":"reset_after","times":1}`, or with `"returnCode":"150"` in place of the fault.
 * Returns an error message for anything else.
 */
export function readForcedFault(body: Fields): ForcedFault | string {
  const { operation, fault, returnCode, processed = false, times = 1 } = body;
  if (!isOperation(operation)) return `operation deve ser ${OPERATIONS.join(', ')}`;
  if (typeof times !== 'number' || !Number.isInteger(times) || times < 1 || times > MAX_TIMES) {
    return `times deve ser um inteiro de 1 a ${MAX_TIMES}`;
  }
  if (returnCode !== undefined) {
    const isCode = typeof returnCode === 'string' && RETURN_CODE.test(returnCode);
    if (!isCode || typeof processed !== 'boolean') return 'returnCode deve ter de 1 a 4 dígitos';
    return { operation, returnCode, processed, times };
  }
  const known = wireFaultNamed(fault);
  return known ? { operation, fault: known.name, times } : `fault deve ser ${wireFaultNames()}`;
}

function oneLess(forced: ForcedFault): readonly ForcedFault[] {
  return forced.times > 1 ? [{ ...forced, times: forced.times - 1 }] : [];
}

function faultOf({ fault, returnCode, processed = false }: ForcedFault): WireFault | undefined {
  if (returnCode === undefined) return wireFaultNamed(fault);
  return { name: `code ${returnCode}`, processed, delivery: 'given', returnCode };
}
