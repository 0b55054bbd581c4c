import { BUYER, WAYS, type Way } from '../../support/buyer.ts';
import { CARD, MASTERCARD, VISA } from '../../support/gateway-client.ts';
import type { Random } from './random.ts';
import { pickStoredCard } from './stored-card.ts';
import { pickRoutedCard, ROUTED_MERCHANT } from './two-acquirers/routes.ts';

/** What the buyer of a 3-D Secure sale does, with weights. */
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

/** A capture or void that the merchant requests after the sale. */
export interface StepPlan {
  readonly operation: 'capture' | 'void';
  /** Share of the remaining amount; undefined for all of it, without an amount in the request. */
  readonly share: number | undefined;
  readonly isKeyed: boolean;
  /** Sent twice at the same time without a key: each request counts. */
  readonly isDoubled: boolean;
}

/** The merchant's plan for an order, whatever happens meanwhile. */
export interface GatewaySalePlan {
  readonly referenceId: string;
  /** Index of the merchant. */
  readonly merchant: number;
  /** Index of the receiver. */
  readonly receiver: number;
  readonly amount: number;
  readonly capture: boolean;
  readonly cardNumber: string;
  readonly isKeyed: boolean;
  readonly authentication: { readonly way: Way; readonly buyer: BuyerKind } | undefined;
  readonly steps: readonly StepPlan[];
  /** The merchant keeps the card. */
  readonly savesCard: boolean;
  /** Whether the sale is sent again with its key at the end. */
  readonly repeatsAtEnd: boolean;
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

/** Plans an order; the same seed gives the same plan. */
export function planGatewaySale(
  random: Random,
  referenceId: string,
  counts: { merchants: number; receivers: number },
  chosenMerchant?: number,
): GatewaySalePlan {
  const authentication = random.happens(0.1)
    ? {
        way: random.pick<Way>(['credit 1', 'credit 2', 'debit']),
        buyer: random.weighted(BUYERS),
      }
    : undefined;
  const isKeyed = random.happens(0.5);
  const merchant = chosenMerchant ?? random.between(0, counts.merchants - 1);
  const isRouted = merchant === ROUTED_MERCHANT;
  const savesCard = !isRouted && random.happens(0.25);
  return {
    referenceId,
    merchant,
    receiver: random.between(0, counts.receivers - 1),
    amount: random.between(LEAST_AMOUNT, MOST_AMOUNT),
    capture: random.happens(0.5),
    cardNumber: authentication
      ? random.pick([CHALLENGED, CHALLENGED, FRICTIONLESS])
      : pickCard(random, { merchant, isRouted, savesCard }),
    savesCard,
    isKeyed,
    authentication,
    steps: Array.from({ length: random.between(0, 3) }, () => planStep(random)),
    repeatsAtEnd: isKeyed && random.happens(0.4),
  };
}

function pickCard(
  random: Random,
  { merchant, isRouted, savesCard }: { merchant: number; isRouted: boolean; savesCard: boolean },
): string {
  if (isRouted) return pickRoutedCard(random);
  return savesCard ? pickStoredCard(random, merchant) : random.weighted<string>(CARDS);
}

function planStep(random: Random): StepPlan {
  const isDoubled = random.happens(0.1);
  return {
    operation: random.pick(['capture', 'void']),
    share: random.happens(0.5) ? random.next() : undefined,
    isKeyed: !isDoubled && random.happens(0.5),
    isDoubled,
  };
}

/** The body of the sale. */
export function saleBody(plan: GatewaySalePlan, postBackUrl: string): object {
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
