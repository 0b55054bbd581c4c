import { checkFaults, type Faults } from '../../../src/gateway/providers/issuer/index.ts';
import { type Forced, readForced } from '../faults/forced-faults.ts';
import {
  type WireFault,
  type WireFaultRates,
  wireFaultNamed,
  wireFaultNames,
  wireFaultProblem,
} from '../faults/wire-faults.ts';
import type { Fields } from '../fields.ts';

/** A fault of an acquirer's host: one of the wire, or a refusal. */
export interface CardFault extends WireFault {
  /** Refuses with this code, whether processed or not. */
  readonly returnCode?: string;
}

/** Random faults: issuer scenarios for plain cards, and wire faults for each operation. */
export interface CardFaults<Operation extends string> {
  readonly scenarios: Faults;
  readonly wire: WireFaultRates<Operation>;
}

/** A fault, or a refusal, for the next `times` calls of an operation. */
export interface ForcedFault<Operation extends string> extends Forced<Operation> {
  /** Name of a fault. */
  readonly fault?: string;
  /** A return code to refuse with. */
  readonly returnCode?: string;
  /** With a return code: whether the call is processed nevertheless. */
  readonly processed?: boolean;
}

const RETURN_CODE = /^[0-9A-Z]{1,5}$/;

/**
 * Reads `{"lost":0.01,"authorize":{"reset_after":0.02}}`: a number is the rate of a scenario, as in the simulator
 * inside the service; an object has the fault rates of an operation. Returns an error message for anything else.
 */
export function readCardFaults<Operation extends string>(
  body: Fields,
  operations: readonly Operation[],
): CardFaults<Operation> | string {
  const isOperation = (name: string) => (operations as readonly string[]).includes(name);
  const entries = Object.entries(body);
  const scenarios = checkFaults(Object.fromEntries(entries.filter(([name]) => !isOperation(name))));
  if (typeof scenarios === 'string') return scenarios;
  for (const [operation, rates] of entries) {
    const problem = isOperation(operation) ? wireFaultProblem(rates) : undefined;
    if (problem !== undefined) return `${operation}: ${problem}`;
  }
  const wire = Object.fromEntries(entries.filter(([name]) => isOperation(name)));
  return { scenarios, wire: wire as WireFaultRates<Operation> };
}

/** The form that `readCardFaults` reads, for the control interface. */
export function shownFaults<Operation extends string>({ scenarios, wire }: CardFaults<Operation>): Fields {
  return { ...scenarios, ...wire };
}

/**
 * Reads `{"operation":"capture","fault":"reset_after","times":1}`, or with `"returnCode":"150"` in place of the fault.
 * Returns an error message for anything else.
 */
export function readForcedFault<Operation extends string>(
  body: Fields,
  operations: readonly Operation[],
): ForcedFault<Operation> | string {
  const forced = readForced(body, operations);
  if (typeof forced === 'string') return forced;
  const { fault, returnCode, processed = false } = body;
  const { operation, times } = forced;
  if (returnCode !== undefined) {
    const isCode = typeof returnCode === 'string' && RETURN_CODE.test(returnCode);
    if (!isCode || typeof processed !== 'boolean') return 'returnCode deve ter de 1 a 5 letras e dígitos';
    return { operation, returnCode, processed, times };
  }
  const known = wireFaultNamed(fault);
  return known ? { operation, fault: known.name, times } : `fault deve ser ${wireFaultNames()}`;
}

export function faultOf<Operation extends string>({
  fault,
  returnCode,
  processed = false,
}: ForcedFault<Operation>): CardFault | undefined {
  if (returnCode === undefined) return wireFaultNamed(fault);
  return { name: `code ${returnCode}`, processed, delivery: 'given', returnCode };
}
