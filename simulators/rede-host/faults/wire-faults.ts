import { checkFaults, type Faults } from '../../../src/gateway/providers/issuer/index.ts';
import type { Delivery } from './deliver.ts';

/** Calls of the interface that a fault can hit; a query is every GET. */
export const OPERATIONS = ['token', 'authorize', 'capture', 'refund', 'query', 'tokenize'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** What a fault does to a call: whether the call is processed at all, and what the caller receives. */
export interface WireFault {
  readonly name: string;
  readonly processed: boolean;
  readonly delivery: Delivery;
  /** Refuses with this code, whether processed or not. */
  readonly returnCode?: string;
}

const ROUNDING = 1e-9;

const FAULTS: ReadonlyMap<string, WireFault> = new Map(
  (
    [
      ['refused', false, 'reset_unread'],
      ['reset_before', false, 'reset'],
      ['reset_after', true, 'reset'],
      ['timeout_before', false, 'none'],
      ['timeout_after', true, 'none'],
      ['unauthorized', false, 'unauthorized'],
      ['too_many_requests', false, 'too_many_requests'],
      ['error_before', false, 'server_error'],
      ['error_after', true, 'server_error'],
      ['html_before', false, 'html'],
      ['html_after', true, 'html'],
      ['truncated', true, 'truncated'],
      ['cut', true, 'cut'],
      ['wrong_ids', true, 'wrong_ids'],
      ['late_answer', true, 'late_answer'],
      ['late_processing', true, 'late_processing'],
    ] as const
  ).map(([name, processed, delivery]) => [name, { name, processed, delivery }]),
);

/** Shares (0 to 1) of the calls of each operation that a fault hits, by its name. */
export type WireFaultRates = Readonly<Partial<Record<Operation, Readonly<Record<string, number>>>>>;

/** Random faults: issuer scenarios for plain cards, and wire faults for each operation. */
export interface HostFaults {
  readonly scenarios: Faults;
  readonly wire: WireFaultRates;
}

export const NO_FAULTS: HostFaults = { scenarios: {}, wire: {} };

export function wireFaultNamed(name: unknown): WireFault | undefined {
  return typeof name === 'string' ? FAULTS.get(name) : undefined;
}

export function isOperation(name: unknown): name is Operation {
  return (OPERATIONS as readonly unknown[]).includes(name);
}

/** The names, separated by commas, for error messages. */
export function wireFaultNames(): string {
  return [...FAULTS.keys()].join(', ');
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
    const problem = isOperation(operation) ? problemOf(rates) : undefined;
    if (problem !== undefined) return `${operation}: ${problem}`;
  }
  return { scenarios, wire: Object.fromEntries(entries.filter(([name]) => isOperation(name))) };
}

/** The form that `readHostFaults` reads, for the control interface. */
export function shownFaults({ scenarios, wire }: HostFaults): Readonly<Record<string, unknown>> {
  return { ...scenarios, ...wire };
}

/** The fault for a random number (0 ≤ draw < 1); undefined for none. */
export function wireFaultAt(
  rates: WireFaultRates,
  operation: Operation,
  draw: number,
): WireFault | undefined {
  let upTo = 0;
  for (const [name, rate] of Object.entries(rates[operation] ?? {})) {
    upTo += rate;
    if (draw < upTo) return FAULTS.get(name);
  }
  return undefined;
}

function problemOf(rates: unknown): string | undefined {
  if (typeof rates !== 'object' || rates === null) return 'expected an object of rates';
  let sum = 0;
  for (const [name, rate] of Object.entries(rates)) {
    if (!FAULTS.has(name)) return `"${name}" is not a fault: use ${wireFaultNames()}`;
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1)) {
      return `the rate of ${name} is not between 0 and 1`;
    }
    sum += rate;
  }
  return sum > 1 + ROUNDING ? 'the rates add up to more than 1' : undefined;
}
