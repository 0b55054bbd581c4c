import { CARD } from '../../support/gateway-client.ts';
import { pickAddress } from './link.ts';
import type { Random } from './random.ts';

/** A card that a merchant stores, or its holder, and that is charged and perhaps deleted. */
export interface StoredCardPlan {
  readonly referenceId: string;
  readonly merchant: number;
  readonly receiver: number;
  readonly cardNumber: string;
  readonly amount: number;
  /** Whether the holder types the card on a page of the gateway. */
  readonly isByForm: boolean;
  /** The holder's, in the header of a proxy: tries are limited by address. */
  readonly address: string;
  readonly pays: boolean;
  readonly deletes: boolean;
}

/** So few that many requests are about the same one at once. */
const CARDS_OF_A_MERCHANT = 5;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;

/** The plan of the kept card with this number: the same for the same seed. */
export function planStoredCard(
  random: Random,
  referenceId: string,
  counts: { merchants: number; receivers: number },
): StoredCardPlan {
  const merchant = random.between(0, counts.merchants - 1);
  return {
    referenceId,
    merchant,
    receiver: random.between(0, counts.receivers - 1),
    cardNumber: pickStoredCard(random, merchant),
    amount: random.between(LEAST_AMOUNT, MOST_AMOUNT),
    isByForm: random.happens(0.4),
    address: pickAddress(random),
    pays: random.happens(0.5),
    deletes: random.happens(0.3),
  };
}

/** One of a merchant's few cards: no two merchants store the same one. */
export function pickStoredCard(random: Random, merchant: number): string {
  return withCheckDigit(`42356477${merchant}${random.between(0, CARDS_OF_A_MERCHANT - 1)}00000`);
}

export function tokenizationBody({ referenceId, cardNumber }: StoredCardPlan, postBackUrl: string): object {
  return { referenceId, postBackUrl, cardInfo: { ...CARD, number: cardNumber } };
}

export function saleByTokenBody(plan: StoredCardPlan, token: string, postBackUrl: string): object {
  const { referenceId, amount } = plan;
  const card = { capture: true, cardInfo: { token, cvv: CARD.cvv } };
  return { amount: String(amount), referenceId, postBackUrl, payment: { card } };
}

export function withCheckDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const counted = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
