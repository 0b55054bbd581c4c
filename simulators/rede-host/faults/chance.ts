import {
  chooseScenario,
  createForcedOutcomes,
  type ForcedOutcome,
  parseForced,
  type Scenario,
  scenarioOfCard,
} from '../../../src/gateway/providers/issuer/index.ts';
import { createForcedQueue } from '../../host/faults/forced-faults.ts';
import { wireFaultAt } from '../../host/faults/wire-faults.ts';
import type { Fields } from '../../host/fields.ts';
import { type ForcedFault, faultOf, readForcedFault } from './forced-faults.ts';
import type { HostFaults, Operation, WireFault } from './wire-faults.ts';

/** What influences a call besides its card: outcomes forced by a tester, otherwise the fault rates. */
export interface Chance {
  wireFault(operation: Operation): WireFault | undefined;
  scenarioFor(cardNumber: string): Scenario;
  /** Returns an error message for an invalid body. */
  force(body: Fields): string | undefined;
  waiting(): readonly (ForcedOutcome | ForcedFault)[];
  faults(): HostFaults;
  setFaults(faults: HostFaults): void;
  /** Clears forced outcomes and restores the initial faults. */
  reset(): void;
}

export function createChance(initialFaults: HostFaults, random: () => number): Chance {
  const outcomes = createForcedOutcomes();
  const forcedFaults = createForcedQueue<Operation, ForcedFault>();
  let faults = initialFaults;

  return {
    wireFault(operation) {
      const forced = forcedFaults.take(operation);
      return forced ? faultOf(forced) : wireFaultAt(faults.wire, operation, random());
    },
    scenarioFor: (cardNumber) =>
      chooseScenario(scenarioOfCard(cardNumber), outcomes, faults.scenarios, random),
    force(body) {
      const queue = 'operation' in body ? forcedFaults : outcomes;
      const fault = 'operation' in body ? readForcedFault(body) : parseForced(body);
      if (typeof fault === 'string') return fault;
      return queue.add(fault as ForcedOutcome & ForcedFault)
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
