import { createForcedQueue, type Forced, readForced } from '../../host/faults/forced-faults.ts';
import {
  type WireFaultRates as RatesOf,
  type WireFault as SharedFault,
  wireFaultAt,
  wireFaultNamed,
  wireFaultNames,
  wireFaultProblem,
} from '../../host/faults/wire-faults.ts';
import type { Fields } from '../../host/fields.ts';
import { isProblemType, type ProblemType } from '../wire/problems.ts';
import { OPERATIONS, type Operation } from './operations.ts';

export type WireFaultRates = RatesOf<Operation>;

export interface WireFault extends SharedFault {
  /** Refuses with this, whether processed or not. */
  readonly problem?: ProblemType;
}

interface ForcedFault extends Forced<Operation> {
  readonly fault?: string;
  readonly problem?: ProblemType;
  readonly processed?: boolean;
}

/** What goes wrong: faults that a tester forced, otherwise those of the rates. */
export interface Chance {
  fault(operation: Operation): WireFault | undefined;
  /** Returns an error message for an invalid body. */
  force(body: Fields): string | undefined;
  waiting(): readonly ForcedFault[];
  rates(): WireFaultRates;
  /** Returns an error message for an invalid body. */
  setRates(body: Fields): string | undefined;
  /** Clears forced faults and restores the initial rates. */
  reset(): void;
}

export function createChance(initial: WireFaultRates, random: () => number): Chance {
  const forced = createForcedQueue<Operation, ForcedFault>();
  let rates = initial;

  return {
    fault(operation) {
      const asked = forced.take(operation);
      return asked ? faultOf(asked) : wireFaultAt(rates, operation, random());
    },
    force(body) {
      const read = readForcedFault(body);
      if (typeof read === 'string') return read;
      return forced.add(read) ? undefined : 'Resultados forçados demais em espera.';
    },
    waiting: forced.waiting,
    rates: () => rates,
    setRates(body) {
      const problem = ratesProblem(body);
      if (problem === undefined) rates = body as WireFaultRates;
      return problem;
    },
    reset() {
      forced.clear();
      rates = initial;
    },
  };
}

/** What is wrong with `{"create":{"reset_after":0.02}}`. */
export function ratesProblem(body: Fields): string | undefined {
  for (const [operation, rates] of Object.entries(body)) {
    if (!OPERATIONS.some((known) => known === operation))
      return `operation deve ser ${OPERATIONS.join(', ')}`;
    const problem = wireFaultProblem(rates);
    if (problem !== undefined) return `${operation}: ${problem}`;
  }
  return undefined;
}

/** Reads `{"operation":"create","fault":"reset_after","times":1}`, or with `"problem":"AcessoNegado"` in its place. */
function readForcedFault(body: Fields): ForcedFault | string {
  const forced = readForced(body, OPERATIONS);
  if (typeof forced === 'string') return forced;
  const { fault, problem, processed = false } = body;
  if (problem !== undefined) {
    if (!isProblemType(problem) || typeof processed !== 'boolean')
      return 'problem deve ser um tipo de erro da API';
    return { ...forced, problem, processed };
  }
  const known = wireFaultNamed(fault);
  return known ? { ...forced, fault: known.name } : `fault deve ser ${wireFaultNames()}`;
}

function faultOf({ fault, problem, processed = false }: ForcedFault): WireFault | undefined {
  if (problem === undefined) return wireFaultNamed(fault);
  return { name: problem, processed, delivery: 'given', problem };
}
