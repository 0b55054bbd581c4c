import type { CardData } from '../../../card-data/index.ts';
import {
  type Acquirers,
  type Capabilities,
  capabilitiesOf,
  codeFor,
  type Decline,
  declineFor,
  type InterestPlan,
  isTestCard,
  type Route,
  type SchemeIds,
  sellsIssuerPlanAsStore,
} from '../../../providers/index.ts';
import type { StoredCards } from '../../../stored-cards/index.ts';
import type { Order } from '../../../transactions/rules/order.ts';
import { type Authentication, withUsablePage } from '../authentication/authentication.ts';
import type { AuthenticationPages } from '../authentication/authentication-pages.ts';
import { writeAuthentications } from '../authentication/authentication-store.ts';
import { type CardPayment, interestPlan, type KeptCard } from '../payment.ts';
import { refuseCard } from '../refusals.ts';
import { afterMore, type GuardDependencies, type GuardedTry, guardTry } from '../tries/guard-try.ts';
import { mayTryAgain } from '../tries/retry-limits.ts';
import { authenticationOf, proofOf } from './authentication-of-sale.ts';
import { authorizeRequest } from './authorize-request.ts';
import {
  type Card,
  type CardSale,
  checkCard,
  checkCvv,
  type KeptByAcquirer,
  type TypedCard,
  withCardHash,
} from './card-sale.ts';
import { type ElsewhereDependencies, elsewhereOf, type OtherWay } from './elsewhere.ts';
import { refuseCardNumberInOrder } from './exposed-number.ts';
import { keepCardOf } from './keep-card.ts';
import type { PreparedCard } from './prepared-card.ts';
import { cardToRoute } from './to-route.ts';

const INVALID_INSTALLMENTS_SCENARIO = '023';
const NUMBER_FIELD = 'payment.card.cardInfo.number';
const TOKEN_FIELD = 'payment.card.cardInfo.token';
export const INSTALLMENTS_MESSAGE = 'Parcelamento não permitido.';

/** What a payment by card stands on. */
export interface CardSaleDependencies extends GuardDependencies, ElsewhereDependencies {
  readonly acquirers: Pick<Acquirers, 'choose' | 'noteStored'>;
  readonly cardData: Pick<CardData, 'openCardHash'>;
  readonly storedCards: Pick<StoredCards, 'use' | 'keepForSale' | 'fingerprintOf' | 'learn'>;
  readonly authenticationPages: AuthenticationPages;
  readonly production: boolean;
}

/** Whose sale is prepared. */
interface SaleOwner {
  readonly merchantId: number;
  readonly transactionId: string;
}

/** Checks a sale by card and finds its route. Throws Refusal when the request is wrong. */
export async function prepareCard(
  dependencies: CardSaleDependencies,
  owner: SaleOwner,
  sale: CardSale,
): Promise<PreparedCard> {
  const { card, others = [], ...way } = await cardAndRoute(dependencies, owner, sale);
  const { merchantId } = owner;
  const { amount, isAutomatic = false } = sale;
  const field = sale.cardToken === undefined ? NUMBER_FIELD : TOKEN_FIELD;
  const tried = await guardTry(dependencies, { merchantId, isAutomatic, field }, { ...card, amount });
  const first = await preparedAt(dependencies, sale, { card, tried, ...way });
  if (others.length === 0) return first;
  // The version that a request names is that of the acquirer it had in mind.
  const anywhere = { ...sale, providerVersion: undefined };
  const elsewhere = elsewhereOf(dependencies, {
    ...{ merchantId, brand: card.brand, first, others },
    preparedAt: (other, made) =>
      preparedAt(dependencies, anywhere, { card, tried: afterMore(tried, made), ...other }),
  });
  return { ...first, elsewhere };
}

/** The payment at one account. */
async function preparedAt(
  dependencies: CardSaleDependencies,
  sale: CardSale,
  { card, tried, route, routing, onSent }: OtherWay & { readonly card: Card; readonly tried: GuardedTry },
): Promise<PreparedCard> {
  const order = completeOrder(sale, { card, route, tried });
  const { payment } = order;
  const { amount } = sale;
  const capabilities = capabilitiesOf(route, { type: payment.type, card });
  const plan = offeredPlan(order, capabilities) ?? (await planInstead(order, route));
  const pages = dependencies.authenticationPages;
  const seed = pages.newSeed();
  const proof = proofOf(sale, card, capabilities);
  const authentication = proof
    ? undefined
    : authenticationOf(sale, capabilities, () => pages.urlsOf(seed).back);
  const asked = authorizeRequest({ amount, payment, card, plan, route, authentication, proof });
  let schemeIds: SchemeIds | undefined;
  return {
    order,
    route,
    routing,
    mask: card.mask,
    authenticatedBy: proof ? 'proof' : authentication ? 'acquirer' : 'nobody',
    decline: fitsInstallments(order, amount, capabilities)
      ? undefined
      : declinedInstallments(card, order, capabilities),
    charge: async (names) => {
      onSent?.();
      const outcome = await route.connector.authorize({ ...asked, ...names });
      schemeIds = 'answer' in outcome ? outcome.answer?.schemeIds : undefined;
      return withUsablePage(outcome);
    },
    sendAway: ({ nextAction, expiresAt }, { reference, transactionId }) => ({
      redirectUrl: pages.kept(seed),
      watchedBy: 'recovery',
      row: {
        writer: writeAuthentications,
        row: {
          ...pages.stored(seed, nextAction.kind === 'redirect' ? nextAction.url : ''),
          transactionId,
          attemptReference: reference,
          expiresAt,
          leftAt: 0,
          askedAt: 0,
        } satisfies Authentication,
      },
    }),
    remark: tried.isAboveLimit ? `above ${tried.limit}` : undefined,
    proven: proof && `ECI ${proof.eci}, ${proof.version}, ${proof.referenceId}`,
    mayTryAgain: (made) => mayTryAgain(tried.used, made),
    ended: (result) => keepCardOf(dependencies, { card, route, schemeIds }, result),
  };
}

/** Installments that the acquirer cannot do: declined without asking it (docs/contract/decided.md 3). */
function declinedInstallments(
  { brand }: Pick<Card, 'brand'>,
  { payment }: Order<CardPayment>,
  { installments }: Capabilities,
): Decline {
  const decline = declineFor(brand, codeFor(brand, INVALID_INSTALLMENTS_SCENARIO));
  const isTooSmall = payment.type === 'credit' && payment.installments <= installments.max;
  const code = (isTooSmall ? installments.tooSmallCode : undefined) ?? decline.code;
  return { ...decline, code, message: INSTALLMENTS_MESSAGE };
}

/** A stored card is charged where it is kept. */
async function cardAndRoute(
  dependencies: CardSaleDependencies,
  owner: SaleOwner,
  newSale: CardSale,
): Promise<OtherWay & { readonly card: Card; readonly others?: readonly OtherWay[] }> {
  if (newSale.cardToken !== undefined) {
    const used = await useStoredCard(dependencies, owner.merchantId, newSale, newSale.cardToken);
    refuseCardNumberInOrder(newSale, used.card);
    return { ...used, routing: await dependencies.acquirers.noteStored(owner.merchantId, used.route) };
  }
  const { merchantId } = owner;
  const typed = await openCard(dependencies, merchantId, newSale);
  const fingerprint = dependencies.storedCards.fingerprintOf(merchantId, typed.number);
  const card = { ...typed, fingerprint };
  refuseCardNumberInOrder(newSale, card);
  return { card, ...(await dependencies.acquirers.choose(merchantId, cardToRoute(newSale, card, owner))) };
}

async function useStoredCard(
  { storedCards }: CardSaleDependencies,
  merchantId: number,
  { order, cardFields, provider }: CardSale,
  token: string,
): Promise<{ readonly card: KeptByAcquirer; readonly route: Route }> {
  if (order.payment.type !== 'credit') {
    throw refuseCard('card_token_credit_only', { field: 'payment.card.type' });
  }
  checkCvv(cardFields.cvv);
  const { card, acquirerToken, route, schemeIds } = await storedCards.use(merchantId, token, provider);
  const { mask, brand, expirationMonth, expirationYear, holderName, fingerprint } = card;
  return {
    route,
    card: {
      token: card.token,
      acquirerToken,
      schemeIds,
      fingerprint,
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

/** The card that was sent, in clear or as a cardHash, checked. Throws the refusal of its fault. */
export async function openCard(
  dependencies: Pick<CardSaleDependencies, 'cardData' | 'production'>,
  merchantId: number,
  newSale: Pick<CardSale, 'cardHash' | 'cardFields'>,
): Promise<TypedCard> {
  const { cardHash, cardFields } = newSale;
  const fields = cardHash
    ? withCardHash(cardFields, await dependencies.cardData.openCardHash(merchantId, cardHash))
    : cardFields;
  const card = checkCard(fields, cardHash !== undefined);
  if (dependencies.production && isTestCard(card.number.reveal())) {
    const field = `payment.card.cardInfo.${cardHash ? 'cardHash' : 'number'}`;
    throw refuseCard('card_number_for_tests', { field });
  }
  return card;
}

function completeOrder(
  newSale: CardSale,
  { card, route, tried }: { readonly card: Card; readonly route: Route; readonly tried: GuardedTry },
): Order<CardPayment> {
  const { limit: retryLimit, isAboveLimit } = tried;
  return {
    ...newSale.order,
    provider: route.connector.provider,
    providerVersion: newSale.providerVersion ?? route.connector.version,
    payment: {
      ...newSale.order.payment,
      card: keptCard(card),
      ...(retryLimit !== undefined && { retryLimit }),
      ...(isAboveLimit && { isAboveLimit }),
    },
  };
}

/** What is stored of a card. */
function keptCard(card: Card): KeptCard {
  const { mask, expirationMonth, expirationYear, holderName, brandAnswered: brand, fingerprint } = card;
  const token = 'token' in card ? card.token : undefined;
  return {
    mask,
    expirationMonth,
    expirationYear,
    cvvSent: card.cvv !== undefined,
    brand,
    holderName,
    token,
    fingerprint,
  };
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
  throw refuseCard('interest_type_unsupported', { field: 'payment.card.interestType' });
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
