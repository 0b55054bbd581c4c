import { isScenario } from './scenarios.ts';

/** Share of the authorizations (0 to 1) that get a scenario, by the fault's name. */
export type Faults = Readonly<Record<string, number>>;

const ROUNDING = 1e-9;

/** Names of `GUICHE_SIM_FAULTS`, and the scenario of each. */
const SCENARIO_OF_FAULT: ReadonlyMap<string, string> = new Map([
  ['refused', '005'],
  ['slow', '601'],
  ['timeout', '603'],
  ['lost', '604'],
  ['offline', '606'],
  ['error', '607'],
]);

/**
 * Reads `name=rate` pairs separated by commas, as in `refused=0.01,lost=0.02`; an empty text means no faults. Names:
 * `refused` (the issuer declines), `slow` (5 s), `timeout` (no answer, nothing charged), `lost` (no answer, charged),
 * `offline` (connection refused), `error` (HTTP 500, nothing charged), or the three digits of any scenario of the card
 * numbers. A rate is 0 to 1, the sum at most 1. For anything else returns a text that says what is wrong.
 */
export function parseFaults(text: string): Faults | string {
  const rates = new Map<string, number>();
  if (text.trim() === '') return {};
  for (const pair of text.split(',')) {
    const [name = '', rate, ...rest] = pair.split('=').map((part) => part.trim());
    if (rate === undefined || rate === '' || rest.length > 0) return `"${pair.trim()}" is not name=rate`;
    if (rates.has(name)) return `${name} is given twice`;
    rates.set(name, Number(rate));
  }
  return checkFaults(Object.fromEntries(rates));
}

/** The same rules for rates given as an object. */
export function checkFaults(rates: Readonly<Record<string, unknown>>): Faults | string {
  let sum = 0;
  for (const [name, rate] of Object.entries(rates)) {
    if (!isFault(name)) return `"${name}" is no fault: use ${faultNames()} or the three digits of a scenario`;
    if (typeof rate !== 'number' || !(rate >= 0 && rate <= 1))
      return `the rate of ${name} is not between 0 and 1`;
    sum += rate;
  }
  return sum > 1 + ROUNDING ? 'the rates add up to more than 1' : (rates as Faults);
}

/** The names, for messages that list them. */
export function faultNames(): string {
  return [...SCENARIO_OF_FAULT.keys()].join(', ');
}

/** The scenario for a random draw (0 ≤ draw < 1); undefined for none. */
export function faultAt(faults: Faults, draw: number): string | undefined {
  let upTo = 0;
  for (const [name, rate] of Object.entries(faults)) {
    upTo += rate;
    if (draw < upTo) return SCENARIO_OF_FAULT.get(name) ?? name;
  }
  return undefined;
}

function isFault(name: string): boolean {
  return SCENARIO_OF_FAULT.has(name) || (/^\d{3}$/.test(name) && isScenario(name));
}
