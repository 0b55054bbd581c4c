import {
  isTestCard,
  type Scenario,
  scenarioNamed,
  scenarioOfCard,
} from '../../../src/gateway/providers/issuer/index.ts';

/** What Cielo's sandbox makes of the last digit, as scenarios of the issuer. */
const BY_LAST_DIGIT: Readonly<Record<string, string>> = {
  '2': '005',
  '3': 'code 57',
  '5': 'code 78',
  '7': 'code 77',
  '8': 'code 70',
};
const TIMED_OUT = '6';
const BY_CHANCE = '9';
const EVEN = 0.5;

/** A number that the issuer's lists know keeps their meaning; of all others the last digit decides, as in Cielo's sandbox. */
export function sandboxCard(
  number: string,
  random: () => number,
): { readonly scenario: Scenario; readonly timesOut: boolean } {
  if (isTestCard(number)) return { scenario: scenarioOfCard(number), timesOut: false };
  const digit = number.slice(-1);
  const named = BY_LAST_DIGIT[digit];
  return {
    scenario: named === undefined ? scenarioOfCard(number) : scenarioNamed(named),
    timesOut: digit === TIMED_OUT || (digit === BY_CHANCE && random() < EVEN),
  };
}
