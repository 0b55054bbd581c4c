import type { IssuerAuthentication } from './authentication.ts';
import { readFamilyCard } from './card-family.ts';
import type { Scenario } from './scenario.ts';
import { plainScenario, scenarioNamed } from './scenarios.ts';

/** Numbers that are simply approved, by where they are known from. */
const APPROVED: Readonly<Record<string, string>> = {
  rede: `5448280000000007 5277696455399733 4235647728025682 4761120000000148 4389351648020055 4389358876174389
    5067230000009011 6062825624254001 6370950847866501 371341553758128 36490101441625 3569990012290937
    6367600001405019 6042034400069940 6364142000000122 6280281038975334 6031828795629272 5041758436269362
    4514166603616681 4389357063526690 6363688827373622 5284776885068867 5490630354637860`,
  pagarme: '4000000000000010',
  getnet: '5155901222280001 4012001037141112',
  mercadoPago: '5031433215406351 375365153556885 5067766783888311',
  originalSandbox: '4556326359707410',
};

/** The numbers of docs/contract/acquirers.md I.3, by scenario: Visa, Mastercard, Elo, and Amex where there is one. */
const AUTHENTICATION: Readonly<Record<string, string>> = {
  'frictionless-y': '4000000000001000 5200000000001005 6505050000001000 340000000001007 4000000000002701',
  'frictionless-n': '4000000000001018 5200000000001013 6505050000001018',
  attempt: '4000000000001026 5200000000001021 6505050000001026 340000000001023',
  unavailable: '4000000000001034 5200000000001039 6505050000001034',
  rejected: '4000000000001042 5200000000001047 6505050000001042',
  'lookup-not-available': '4000000000001059 5200000000001054 6505050000001059',
  'lookup-error': '4000000000001067 5200000000001062 6505050000001067',
  'lookup-timeout': '4000000000001075 5200000000001070 6505050000001075',
  bypassed: '4000000000001083 5200000000001088 6505050000001083',
  'challenge-success':
    '4000000000001091 5200000000001096 6505050000001091 6505290000001234 340000000001098 4000000000002503',
  'challenge-failure': '4000000000001109 5200000000001104 6505050000001109',
  'challenge-unavailable': '4000000000001117 5200000000001112 6505050000001117',
  'challenge-error': '4000000000001125 5200000000001120 6505050000001125',
};

/** Numbers of other sandboxes that end otherwise, and the scenario that does the same. */
const WITH_SCENARIO: Readonly<Record<string, string>> = {
  // Pagar.me
  '4000000000000028': '005',
  '4000000000000036': '604',
  '4000000000000044': '603',
  // Getnet
  '5155901222270002': '014',
  '5155901222260003': '054',
  '5155901222250004': '003',
  '5155901222240005': '051',
  '5155901222230006': '005',
  '5155901222220007': '096',
  '5155901222210008': '061',
  // The original sandbox: denied, failed, unknown and not charged, unknown and charged, waiting, time-out
  '4035943194824415': '005',
  '4676674786512068': '606',
  '4532365531093678': '607',
  '5375387267180047': '605',
  '4490861761911670': 'challenge',
  '4539591924980550': '603',
};

const listed: ReadonlyMap<string, Scenario> = new Map([
  ...Object.values(APPROVED).flatMap((numbers) => allWith(numbers, plainScenario())),
  ...Object.entries(AUTHENTICATION).flatMap(([name, numbers]) => allWith(numbers, scenarioNamed(name))),
  ...Object.entries(WITH_SCENARIO).map(([number, name]) => [number, scenarioNamed(name)] as const),
]);

/**
 * What a card does in the simulator: by the lists, else by the grammar of its number, else plainly approved.
 */
export function scenarioOfCard(number: string): Scenario {
  const known = listed.get(number);
  if (known) return known;
  const family = readFamilyCard(number);
  return family ? scenarioNamed(family.scenario) : plainScenario();
}

/** True for every number that only a sandbox may accept (docs/contract/acquirers.md I, A.9, B.7, C). */
export function isTestCard(number: string): boolean {
  return listed.has(number) || readFamilyCard(number) !== undefined;
}

/** What 3-D Secure does with a card, where it is asked for. */
export function authenticationOf(number: string): IssuerAuthentication {
  return scenarioOfCard(number).authentication;
}

function allWith(numbers: string, scenario: Scenario): readonly (readonly [string, Scenario])[] {
  return numbers.split(/\s+/).map((number) => [number, scenario] as const);
}
