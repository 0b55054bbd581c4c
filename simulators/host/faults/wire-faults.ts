import type { Delivery } from './deliver.ts';

/** What a fault does to a call: whether the call is processed at all, and what the caller receives. */
export interface WireFault {
  readonly name: string;
  readonly processed: boolean;
  readonly delivery: Delivery;
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
export type WireFaultRates<Operation extends string> = Readonly<
  Partial<Record<Operation, Readonly<Record<string, number>>>>
>;

export function wireFaultNamed(name: unknown): WireFault | undefined {
  return typeof name === 'string' ? FAULTS.get(name) : undefined;
}

/** The names, separated by commas, for error messages. */
export function wireFaultNames(): string {
  return [...FAULTS.keys()].join(', ');
}

/** The fault for a random number (0 ≤ draw < 1); undefined for none. */
export function wireFaultAt<Operation extends string>(
  rates: WireFaultRates<Operation>,
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

/** What is wrong with the rates of one operation. */
export function wireFaultProblem(rates: unknown): string | undefined {
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
