import { BUYER, WAYS, type Way } from '../../support/buyer.ts';
import { CARD, MASTERCARD, VISA } from '../../support/gateway-client.ts';
import type { Chance } from './chance.ts';
import { cardToKeep } from './kept-card.ts';

/** What the buyer of a 3-D Secure sale does. */
export const BUYERS = {
  passes: 10,
  'passes slowly': 2,
  'types a wrong code': 2,
  cancels: 2,
  'passes and never comes back': 3,
  'comes back twice': 2,
  'never starts': 2,
} as const;
export type BuyerKind = keyof typeof BUYERS;

/** A capture or void that the merchant asks for once the sale stands. */
export interface StepPlan {
  readonly wanted: 'capture' | 'void';
  /** Of what is left; undefined: all, without saying how much. */
  readonly share: number | undefined;
  readonly isKeyed: boolean;
  /** Asked twice at a time, without a key: each counts for itself. */
  readonly isDoubled: boolean;
}

/** An order as the merchant means to carry it out, whatever happens meanwhile. */
export interface OrderPlan {
  readonly referenceId: string;
  /** Which of the merchants, from 0. */
  readonly merchant: number;
  /** Which of the receivers, from 0. */
  readonly receiver: number;
  readonly amount: number;
  readonly capture: boolean;
  readonly cardNumber: string;
  readonly isKeyed: boolean;
  readonly authentication: { readonly way: Way; readonly buyer: BuyerKind } | undefined;
  readonly steps: readonly StepPlan[];
  /** The merchant keeps the card. */
  readonly savesCard: boolean;
  /** Asks again with the key of the sale, once all is done. */
  readonly asksAgain: boolean;
}

const CHALLENGED = '4000000000001091';
const FRICTIONLESS = '4000000000001000';
const CARDS = {
  [VISA]: 6,
  [MASTERCARD]: 5,
  // No funds; approved at once and slow (5 s of the issuer's time).
  '4000000000090516': 1,
  '4000000000096018': 2,
} as const;
const LEAST_AMOUNT = 100;
const MOST_AMOUNT = 90_000;

/** The plan of the order with this number: the same for the same seed. */
export function planOrder(
  chance: Chance,
  referenceId: string,
  world: { merchants: number; receivers: number },
): OrderPlan {
  const authentication = chance.happens(0.1)
    ? {
        way: chance.pick<Way>(['credit 1', 'credit 2', 'debit']),
        buyer: chance.weighted(BUYERS),
      }
    : undefined;
  const isKeyed = chance.happens(0.5);
  const merchant = chance.between(0, world.merchants - 1);
  const savesCard = chance.happens(0.25);
  return {
    referenceId,
    merchant,
    receiver: chance.between(0, world.receivers - 1),
    amount: chance.between(LEAST_AMOUNT, MOST_AMOUNT),
    capture: chance.happens(0.5),
    cardNumber: authentication
      ? chance.pick([CHALLENGED, CHALLENGED, FRICTIONLESS])
      : savesCard
        ? cardToKeep(chance, merchant)
        : chance.weighted<string>(CARDS),
    savesCard,
    isKeyed,
    authentication,
    steps: Array.from({ length: chance.between(0, 3) }, () => planStep(chance)),
    asksAgain: isKeyed && chance.happens(0.4),
  };
}

function planStep(chance: Chance): StepPlan {
  const isDoubled = chance.happens(0.1);
  return {
    wanted: chance.pick(['capture', 'void']),
    share: chance.happens(0.5) ? chance.next() : undefined,
    isKeyed: !isDoubled && chance.happens(0.5),
    isDoubled,
  };
}

/** The JSON of the sale. */
export function saleBody(plan: OrderPlan, postBackUrl: string): object {
  const { referenceId, amount, capture, cardNumber, savesCard, authentication } = plan;
  return {
    amount: String(amount),
    referenceId,
    postBackUrl,
    ...(authentication ? BUYER : {}),
    payment: {
      card: {
        capture,
        ...(savesCard ? { saveCard: true } : {}),
        ...(authentication ? WAYS[authentication.way] : {}),
        cardInfo: { ...CARD, number: cardNumber },
      },
    },
  };
}
