import type { CardData } from '../../card-data/index.ts';
import { Authenticate, type CardPayment, interestPlan, type KeptCard } from '../../kinds/card/index.ts';
import {
  type Acquirers,
  type AuthenticationRequest,
  type Capabilities,
  capabilitiesOf,
  codeFor,
  type Decline,
  declineFor,
  type InterestPlan,
  isTestCard,
  type Route,
  sellsIssuerPlanAsStore,
} from '../../providers/index.ts';
import type { StoredCards } from '../../stored-cards/index.ts';
import type { Order } from '../rules/order.ts';
import { transactionRefuse } from '../rules/refusals.ts';
import { refuseCardNumberInOrder } from './exposed-number.ts';
import {
  type Card,
  checkCard,
  checkCvv,
  type KeptByAcquirer,
  type NewTransaction,
  type TypedCard,
  withCardHash,
} from './new-transaction.ts';
import type { SaleDependencies } from './send.ts';

const INVALID_INSTALLMENTS_SCENARIO = '023';
export const INSTALLMENTS_MESSAGE = 'Parcelamento não permitido.';

export interface PrepareDependencies extends SaleDependencies {
  readonly acquirers: Acquirers;
  readonly cardData: Pick<CardData, 'openCardHash'>;
  readonly storedCards: Pick<StoredCards, 'use' | 'keepForSale'>;
  readonly production: boolean;
}

/** A checked sale with its way to the acquirer. */
export interface PreparedSale {
  readonly card: Card;
  readonly route: Route;
  readonly order: Order<CardPayment>;
  readonly plan: InterestPlan;
  readonly authentication: AuthenticationRequest | undefined;
  readonly seed: string;
  /** Installments that the acquirer cannot do: declined without asking it (docs/contract/decided.md 3). */
  readonly decline: Decline | undefined;
}

/** Checks a sale and finds its route. Throws Refusal when the request is wrong. */
export async function prepareSale(
  dependencies: PrepareDependencies,
  merchantId: number,
  newSale: NewTransaction,
): Promise<PreparedSale> {
  const { card, route } = await cardAndRoute(dependencies, merchantId, newSale);
  const order = completeOrder(newSale, card, route);
  const capabilities = capabilitiesOf(route, { type: order.payment.type, card });
  const plan = offeredPlan(order, capabilities) ?? (await planInstead(order, route));
  const seed = dependencies.authenticationPages.newSeed();
  const authentication = authenticationOf(dependencies, newSale, capabilities, seed);
  const decline = fitsInstallments(order, newSale.amount, capabilities)
    ? undefined
    : declineFor(card.brand, codeFor(card.brand, INVALID_INSTALLMENTS_SCENARIO));
  return { card, route, order, plan, authentication, seed, decline };
}

/** A stored card is charged where it is kept. */
async function cardAndRoute(
  dependencies: PrepareDependencies,
  merchantId: number,
  newSale: NewTransaction,
): Promise<Pick<PreparedSale, 'card' | 'route'>> {
  if (newSale.cardToken !== undefined) {
    const used = await useStoredCard(dependencies, merchantId, newSale, newSale.cardToken);
    refuseCardNumberInOrder(newSale, used.card);
    return used;
  }
  const card = await openCard(dependencies, merchantId, newSale);
  refuseCardNumberInOrder(newSale, card);
  return { card, route: await dependencies.acquirers.route(merchantId, newSale.provider) };
}

async function useStoredCard(
  { storedCards }: PrepareDependencies,
  merchantId: number,
  { order, cardFields, provider }: NewTransaction,
  token: string,
): Promise<{ readonly card: KeptByAcquirer; readonly route: Route }> {
  if (order.payment.type !== 'credit') {
    throw transactionRefuse('card_token_credit_only', { field: 'payment.card.type' });
  }
  checkCvv(cardFields.cvv);
  const { card, acquirerToken, route } = await storedCards.use(merchantId, token, provider);
  const { mask, brand, expirationMonth, expirationYear, holderName } = card;
  return {
    route,
    card: {
      token: card.token,
      acquirerToken,
      cvv: cardFields.cvv,
      mask,
      expirationMonth,
      expirationYear,
      holderName,
      brand,
      brandAnswered: brand,
    },
  };
}

/**
 * Undefined for a sale without authentication: an optional one when the acquirer has no 3-D Secure or no
 * browser data was sent. Throws three_d_secure_unavailable, and the refusal of a browser field.
 */
function authenticationOf(
  dependencies: PrepareDependencies,
  { order, buyer }: NewTransaction,
  { threeDSecure }: Capabilities,
  seed: string,
): AuthenticationRequest | undefined {
  const { authenticate } = order.payment;
  if (authenticate === Authenticate.never) return undefined;
  if (authenticate === Authenticate.ifPossible && (threeDSecure === 'none' || buyer.kind === 'none'))
    return undefined;
  if (threeDSecure === 'none') {
    throw transactionRefuse('three_d_secure_unavailable', { field: 'payment.card.provider' });
  }
  if (buyer.kind === 'none') throw transactionRefuse('user_agent_required', { field: 'userAgent' });
  if (buyer.kind === 'incomplete') throw buyer.refusal;
  const { back } = dependencies.authenticationPages.urlsOf(seed);
  return {
    onFailure: authenticate === Authenticate.always ? 'decline' : 'continue',
    device: buyer.device,
    successUrl: back,
    failureUrl: back,
  };
}

/** The card that was sent, in clear or as a cardHash, checked. Throws the refusal of its fault. */
export async function openCard(
  dependencies: Pick<PrepareDependencies, 'cardData' | 'production'>,
  merchantId: number,
  newSale: Pick<NewTransaction, 'cardHash' | 'cardFields'>,
): Promise<TypedCard> {
  const { cardHash, cardFields } = newSale;
  const fields = cardHash
    ? withCardHash(cardFields, await dependencies.cardData.openCardHash(merchantId, cardHash))
    : cardFields;
  const card = checkCard(fields, cardHash !== undefined);
  if (dependencies.production && isTestCard(card.number.reveal())) {
    const field = `payment.card.cardInfo.${cardHash ? 'cardHash' : 'number'}`;
    throw transactionRefuse('card_number_for_tests', { field });
  }
  return card;
}

function completeOrder(newSale: NewTransaction, card: Card, route: Route): Order<CardPayment> {
  return {
    ...newSale.order,
    provider: route.connector.provider,
    providerVersion: newSale.providerVersion ?? route.connector.version,
    payment: {
      ...newSale.order.payment,
      card: keptCard(card),
    },
  };
}

/** What is stored of a card. */
function keptCard(card: Card): KeptCard {
  const { mask, expirationMonth, expirationYear, holderName, brandAnswered: brand } = card;
  const token = 'token' in card ? card.token : undefined;
  return { mask, expirationMonth, expirationYear, cvvSent: card.cvv !== undefined, brand, holderName, token };
}

/** Who bears the interest, as sent to the acquirer; undefined where it does not offer that. */
function offeredPlan(
  { payment }: Order<CardPayment>,
  { installments }: Capabilities,
): InterestPlan | undefined {
  const plan = interestPlan(payment.interestType);
  return payment.installments === 1 || installments.plans.includes(plan) ? plan : undefined;
}

/** The shop's own installments, where the account sells the issuer's plan as those. Throws interest_type_unsupported. */
async function planInstead({ payment }: Order<CardPayment>, route: Route): Promise<InterestPlan> {
  if (interestPlan(payment.interestType) === 'issuer' && (await sellsIssuerPlanAsStore(route)))
    return 'store';
  throw transactionRefuse('interest_type_unsupported', { field: 'payment.card.interestType' });
}

function fitsInstallments(
  { payment }: Order<CardPayment>,
  amount: number,
  { installments }: Capabilities,
): boolean {
  const { type, installments: count } = payment;
  if (count === 1) return true;
  return type === 'credit' && count <= installments.max && amount / count >= installments.minAmountEach;
}
