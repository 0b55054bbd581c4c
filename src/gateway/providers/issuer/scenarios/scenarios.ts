import { authenticationScenarios, plainAuthentication } from './authentication-scenarios.ts';
import { issuerRefusals, refusalNamed } from './issuer-scenarios.ts';
import { type Scenario, type ScenarioChanges, scenario } from './scenario.ts';
import { technicalScenarios } from './technical-scenarios.ts';

/** The scenario of three-digit codes without a meaning of their own. */
const OTHERWISE = '005';

const PLAIN = 'plain';
const PLAIN_CHANGES: ScenarioChanges = { authentication: plainAuthentication };

const scenarios: ReadonlyMap<string, Scenario> = new Map(
  [
    scenario(PLAIN, PLAIN_CHANGES),
    scenario('000'),
    ...[...issuerRefusals].map(([name, issuer]) => scenario(name, { issuer })),
    ...Object.entries(technicalScenarios).map(([name, changes]) => scenario(name, changes)),
    ...Object.entries(authenticationScenarios).map(([name, authentication]) =>
      scenario(name, { authentication }),
    ),
    scenario('challenge', { ...PLAIN_CHANGES, authorize: { answer: 'challenge' } }),
  ].map((made) => [made.name, made]),
);

const plain = scenarioNamed(PLAIN);

/** True for a scenario that has a meaning of its own. */
export function isScenario(name: string): boolean {
  return scenarios.has(name);
}

/**
 * The scenario with a name; a name without a meaning of its own gives the generic decline (docs/contract/acquirers.md
 * I.2).
 */
export function scenarioNamed(name: string): Scenario {
  const known = scenarios.get(name);
  if (known) return known;
  const issuer = refusalNamed(name);
  return issuer ? scenario(name, { issuer }) : (scenarios.get(OTHERWISE) as Scenario);
}

/** The scenario of a card whose number names none. */
export function plainScenario(): Scenario {
  return plain;
}
