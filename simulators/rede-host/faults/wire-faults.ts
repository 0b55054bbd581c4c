import { checkFaults, type Faults } from '../../../src/gateway/providers/issuer/index.ts';
import {
  type WireFaultRates as RatesOf,
  type WireFault as SharedFault,
  wireFaultProblem,
} from '../../host/faults/wire-faults.ts';

/** Calls of the interface that a fault can hit; a query is every GET. */
export const OPERATIONS = ['token', 'authorize', 'capture', 'refund', 'query', 'tokenize'] as const;
export type Operation = (typeof OPERATIONS)[number];

export interface WireFault extends SharedFault {
  /** Refuses with this code, whether processed or not. */
  readonly returnCode?: string;
}

export type WireFaultRates = RatesOf<Operation>;

/** Random faults: issuer scenarios for plain cards, and wire faults for each operation. */
export interface HostFaults {
  readonly scenarios: Faults;
  readonly wire: WireFaultRates;
}

export const NO_FAULTS: HostFaults = { scenarios: {}, wire: {} };

function isOperation(name: unknown): name is Operation {
  return (OPERATIONS as readonly unknown[]).includes(name);
}

/**
 * Reads `{"lost":0.01,"authorize":{"reset_after":0.02}}`: a number is the rate of a scenario, as in the simulator
 * inside the service; an object has the fault rates of an operation. Returns an error message for anything else.
 */
export function readHostFaults(body: Readonly<Record<string, unknown>>): HostFaults | string {
  const entries = Object.entries(body);
  const scenarios = checkFaults(Object.fromEntries(entries.filter(([name]) => !isOperation(name))));
  if (typeof scenarios === 'string') return scenarios;
  for (const [operation, rates] of entries) {
    const problem = isOperation(operation) ? wireFaultProblem(rates) : undefined;
    if (problem !== undefined) return `${operation}: ${problem}`;
  }
  return { scenarios, wire: Object.fromEntries(entries.filter(([name]) => isOperation(name))) };
}

/** The form that `readHostFaults` reads, for the control interface. */
export function shownFaults({ scenarios, wire }: HostFaults): Readonly<Record<string, unknown>> {
  return { ...scenarios, ...wire };
}
