import {
  chooseScenario,
  createForcedOutcomes,
  type ForcedOutcome,
  parseForced,
  type Scenario,
  scenarioOfCard,
} from '../../../src/gateway/acquirers/issuer/index.ts';
import type { Fields } from '../fields.ts';
import { createForcedFaults, type ForcedFault, readForcedFault } from './forced-faults.ts';
import { type HostFaults, type Operation, type WireFault, wireFaultAt } from './wire-faults.ts';

/** What decides over a call besides its card: what a tester forced, else the rates of faults. */
export interface Chance {
  wireFault(operation: Operation): WireFault | undefined;
  scenarioFor(cardNumber: string): Scenario;
  /** A text that says what is wrong when it cannot be read. */
  force(body: Fields): string | undefined;
  waiting(): readonly (ForcedOutcome | ForcedFault)[];
  faults(): HostFaults;
  setFaults(faults: HostFaults): void;
  /** Forgets what was forced, and sets the faults of the start. */
  reset(): void;
}

export function createChance(initialFaults: HostFaults, random: () => number): Chance {
  const outcomes = createForcedOutcomes();
  const forcedFaults = createForcedFaults();
  let faults = initialFaults;

  return {
    wireFault: (operation) => forcedFaults.take(operation) ?? wireFaultAt(faults.wire, operation, random()),
    scenarioFor: (cardNumber) =>
      chooseScenario(scenarioOfCard(cardNumber), outcomes, faults.scenarios, random),
    force(body) {
      const queue = 'operation' in body ? forcedFaults : outcomes;
      const asked = 'operation' in body ? readForcedFault(body) : parseForced(body);
      if (typeof asked === 'string') return asked;
      return queue.add(asked as ForcedOutcome & ForcedFault)
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
