import {
  chooseScenario,
  createForcedOutcomes,
  type ForcedOutcome,
  parseForced,
  type Scenario,
  scenarioOfCard,
} from '../../../src/gateway/providers/issuer/index.ts';
import { createForcedQueue } from '../faults/forced-faults.ts';
import { wireFaultAt } from '../faults/wire-faults.ts';
import type { Fields } from '../fields.ts';
import {
  type CardFault,
  type CardFaults,
  type ForcedFault,
  faultOf,
  readForcedFault,
} from './card-faults.ts';

/** What influences a call besides its card: outcomes forced by a tester, otherwise the fault rates. */
export interface Chance<Operation extends string> {
  wireFault(operation: Operation): CardFault | undefined;
  /** `own`: the card's, where the host knows it by something else than the issuer's list. */
  scenarioFor(cardNumber: string, own?: Scenario): Scenario;
  /** Returns an error message for an invalid body. */
  force(body: Fields): string | undefined;
  waiting(): readonly (ForcedOutcome | ForcedFault<Operation>)[];
  faults(): CardFaults<Operation>;
  setFaults(faults: CardFaults<Operation>): void;
  /** Clears forced outcomes and restores the initial faults. */
  reset(): void;
}

export function createChance<Operation extends string>(
  operations: readonly Operation[],
  initialFaults: CardFaults<Operation>,
  random: () => number,
): Chance<Operation> {
  const outcomes = createForcedOutcomes();
  const forcedFaults = createForcedQueue<Operation, ForcedFault<Operation>>();
  let faults = initialFaults;

  return {
    wireFault(operation) {
      const forced = forcedFaults.take(operation);
      return forced ? faultOf(forced) : wireFaultAt(faults.wire, operation, random());
    },
    scenarioFor: (cardNumber, own = scenarioOfCard(cardNumber)) =>
      chooseScenario(own, outcomes, faults.scenarios, random),
    force(body) {
      const queue = 'operation' in body ? forcedFaults : outcomes;
      const fault = 'operation' in body ? readForcedFault(body, operations) : parseForced(body);
      if (typeof fault === 'string') return fault;
      return queue.add(fault as ForcedOutcome & ForcedFault<Operation>)
        ? undefined
        : 'Resultados forçados demais em espera.';
    },
    waiting: () => [...outcomes.waiting(), ...forcedFaults.waiting()],
    faults: () => faults,
    setFaults(changed) {
      faults = changed;
    },
    reset() {
      outcomes.clear();
      forcedFaults.clear();
      faults = initialFaults;
    },
  };
}
