import { APPROVED_CODE, codeFor } from '../abecs/index.ts';
import type { MinorUnits } from '../capabilities.ts';
import { readFamilyCard } from './scenarios/card-family.ts';
import { commonRefusals, type IssuerRefusal } from './scenarios/issuer-scenarios.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { scenarioOfCard } from './scenarios/test-cards.ts';

/** R$ 99.999,99 */
const HIGHEST_AMOUNT: MinorUnits = 9_999_999;
const LAST_ZONE_BEHIND_UTC_MS = 12 * 3_600_000;
const WRONG_SECURITY_CODE = /^0{3,4}$/;

/** What the issuer decides by. Card number and cvv are in clear: nothing of this may be stored. */
export interface Purchase {
  readonly number: string;
  readonly cvv: string | undefined;
  /** `MM` */
  readonly expirationMonth: string;
  /** `yyyy` */
  readonly expirationYear: string;
  /** In capitals; used only where the number itself does not tell the brand. */
  readonly brand: string | undefined;
  /** Zero only checks whether the card is good. */
  readonly amount: MinorUnits;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface Decision {
  /** How the answer is sent, and what happens to the charge later. */
  readonly scenario: Scenario;
  readonly brand: string | undefined;
  readonly approved: boolean;
  /** `00`, or the brand's code of the refusal. */
  readonly code: string;
}

/**
 * The issuer's decision on a purchase, for every simulated host, so that a card behaves the same everywhere
 * (docs/contract/acquirers.md I.1). A scenario that approves can still be declined for expiry, cvv or amount. The
 * scenario is the card's own unless the simulator was told to use another one.
 */
export function decide(purchase: Purchase, scenario = scenarioOfCard(purchase.number)): Decision {
  const brand = readFamilyCard(purchase.number)?.brand ?? purchase.brand;
  const refusal = scenarioRefusal(scenario, purchase.amount) ?? commonRefusal(purchase);
  if (refusal === undefined) return { scenario, brand, approved: true, code: APPROVED_CODE };
  return { scenario, brand, approved: false, code: refusalCode(refusal, brand).code };
}

/** The issuer's decision on the same purchase once the buyer has been authenticated. */
export function decideAuthenticated(
  purchase: Purchase,
  scenario = scenarioOfCard(purchase.number),
): Decision {
  const { thenIssuer } = scenario.authentication;
  return decide(purchase, thenIssuer === undefined ? scenario : { ...scenario, issuer: thenIssuer });
}

/** Mastercard's advice code, when the refusal has the scenario's own reason; undefined for any other code or brand. */
export function adviceCode(scenario: Scenario, brand: string | undefined, code: string): string | undefined {
  if (scenario.issuer === 'approves') return undefined;
  const own = refusalCode(scenario.issuer, brand);
  return own.code === code ? own.adviceCode : undefined;
}

function scenarioRefusal(scenario: Scenario, amount: MinorUnits): IssuerRefusal | undefined {
  if (scenario.issuer === 'approves' || (amount === 0 && scenario.zeroAmountPasses)) return undefined;
  return scenario.issuer;
}

function commonRefusal(purchase: Purchase): IssuerRefusal | undefined {
  if (isPast(purchase)) return commonRefusals.expired;
  if (purchase.cvv !== undefined && WRONG_SECURITY_CODE.test(purchase.cvv)) {
    return commonRefusals.wrongSecurityCode;
  }
  return purchase.amount > HIGHEST_AMOUNT ? commonRefusals.amountOverLimit : undefined;
}

/** A card is valid to the end of its month, in every time zone. */
function isPast({ expirationMonth, expirationYear, now }: Purchase): boolean {
  const today = new Date(now - LAST_ZONE_BEHIND_UTC_MS);
  const months = Number(expirationYear) * 12 + Number(expirationMonth) - 1;
  return months < today.getUTCFullYear() * 12 + today.getUTCMonth();
}

function refusalCode(
  refusal: IssuerRefusal,
  brand = '',
): { readonly code: string; readonly adviceCode?: string } {
  const { code, adviceCode: advice } = refusal;
  if (code !== undefined) {
    return brand === 'MASTERCARD' && advice !== undefined ? { code, adviceCode: advice } : { code };
  }
  return refusal.byBrand?.[brand] ?? { code: codeFor(brand, refusal.scenario) };
}
