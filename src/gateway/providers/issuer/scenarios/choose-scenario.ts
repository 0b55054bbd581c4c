import { type Faults, faultAt } from './faults.ts';
import type { ForcedOutcomes } from './forced-outcomes.ts';
import type { Scenario } from './scenario.ts';
import { plainScenario, scenarioNamed } from './scenarios.ts';

/** The scenario for a card now: a forced one (which is used up), its own, or one drawn by the fault rates. */
export function chooseScenario(
  own: Scenario,
  forced: ForcedOutcomes,
  faults: Faults,
  random: () => number,
): Scenario {
  const imposed = forced.take() ?? (own === plainScenario() ? faultAt(faults, random()) : undefined);
  return imposed === undefined ? own : scenarioNamed(imposed);
}
