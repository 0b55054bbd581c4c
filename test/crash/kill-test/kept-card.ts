import { CARD } from '../../support/gateway-client.ts';
import type { Chance } from './chance.ts';

/** A card that a merchant has kept, pays with and perhaps deletes. */
export interface KeptCardPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly cardNumber: string;
  readonly amount: number;
  readonly pays: boolean;
  readonly deletes: boolean;
}

/** So few that many requests are about the same one at once. */
const CARDS_OF_A_MERCHANT = 5;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;

/** The plan of the kept card with this number: the same for the same seed. */
export function planKeptCard(
  chance: Chance,
  referenceId: string,
  world: { merchants: number; receivers: number },
): KeptCardPlan {
  const merchant = chance.between(0, world.merchants - 1);
  return {
    referenceId,
    merchant,
    receiver: chance.between(0, world.receivers - 1),
    cardNumber: cardToKeep(chance, merchant),
    amount: chance.between(LEAST_AMOUNT, MOST_AMOUNT),
    pays: chance.happens(0.5),
    deletes: chance.happens(0.3),
  };
}

/** One of a merchant's few cards: no two merchants keep the same one. */
export function cardToKeep(chance: Chance, merchant: number): string {
  return withCheckDigit(`42356477${merchant}${chance.between(0, CARDS_OF_A_MERCHANT - 1)}00000`);
}

export function tokenizationBody({ referenceId, cardNumber }: KeptCardPlan): object {
  return { referenceId, cardInfo: { ...CARD, number: cardNumber } };
}

export function saleByTokenBody(plan: KeptCardPlan, token: string, postBackUrl: string): object {
  const { referenceId, amount } = plan;
  const card = { capture: true, cardInfo: { token, cvv: CARD.cvv } };
  return { amount: String(amount), referenceId, postBackUrl, payment: { card } };
}

function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const counted = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
