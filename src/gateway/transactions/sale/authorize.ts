import type {
  Acquirers,
  AuthenticationRequest,
  Capabilities,
  InterestPlan,
  Route,
} from '../../acquirers/index.ts';
import {
  capabilitiesOf,
  codeFor,
  declineFor,
  isTestCard,
  sellsIssuerPlanAsStore,
} from '../../acquirers/index.ts';
import type { CardData } from '../../card-data/index.ts';
import {
  interestPlan,
  type Order,
  type Result,
  Status,
  type Transaction,
  transactionRefuse,
} from '../record/index.ts';
import { refuseExposedNumber } from './exposed-number.ts';
import { type Card, checkCard, type NewTransaction, withCardHash } from './new-transaction.ts';
import { claimOf, eventOf, type SaleRequest, type SendDependencies, send } from './send.ts';

const INVALID_INSTALLMENTS_SCENARIO = '023';

export interface AuthorizeDependencies extends SendDependencies {
  readonly acquirers: Acquirers;
  readonly cardData: Pick<CardData, 'openCardHash'>;
  readonly production: boolean;
  newId(): string;
  /** 256 random bits, base64url. */
  newToken(): string;
}

/**
 * Authorizes a sale: states the attempt and commits it, calls the acquirer once, stores the outcome and returns the
 * record. Throws Refusal for what is wrong with the request, and IdempotencyKeyTaken; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  asked: NewTransaction,
): Promise<Transaction> {
  const { merchantId } = request;
  const card = await openCard(dependencies, merchantId, asked);
  refuseExposedNumber(asked, card);
  const route = await dependencies.acquirers.route(merchantId, asked.provider);
  const { brand } = card;
  const capabilities = capabilitiesOf(route, { kind: asked.order.kind, card });
  const order = completeOrder(asked, card, route);
  const plan = await planOf(order, route, capabilities);
  const token = dependencies.newToken();
  const authentication = authenticationOf(dependencies, asked, capabilities, token);
  const now = dependencies.clock.now();
  const started: Transaction = {
    id: dependencies.newId(),
    merchantId,
    ...(asked.referenceId === undefined ? {} : { referenceId: asked.referenceId }),
    amount: asked.amount,
    createdAt: now,
    updatedAt: now,
    order,
    result: { status: Status.pending },
    version: 0,
  };
  if (!fitsInstallments(order, asked.amount, capabilities)) {
    return refuseBeforeSending(dependencies, request, started, brand);
  }
  return send(dependencies, { request, started, card, brand, route, plan, authentication, token });
}

/**
 * Undefined for a sale that goes without: one that need not be authenticated does where the acquirer has no 3-D Secure,
 * or nothing of the buyer's browser was sent. Throws three_d_secure_unavailable, and the refusal of a browser's field.
 */
function authenticationOf(
  dependencies: AuthorizeDependencies,
  { order: { authenticate }, buyer }: NewTransaction,
  { threeDSecure }: Capabilities,
  token: string,
): AuthenticationRequest | undefined {
  if (authenticate === 3) return undefined;
  if (authenticate === 2 && (threeDSecure === 'none' || !buyer.isSent)) return undefined;
  if (threeDSecure === 'none') {
    throw transactionRefuse('three_d_secure_unavailable', { field: 'payment.card.provider' });
  }
  const { back } = dependencies.authenticationUrls(token);
  return {
    onFailure: authenticate === 1 ? 'decline' : 'continue',
    device: buyer.complete(),
    successUrl: back,
    failureUrl: back,
  };
}

async function openCard(
  dependencies: AuthorizeDependencies,
  merchantId: number,
  asked: NewTransaction,
): Promise<Card> {
  const { cardHash, cardFields } = asked;
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

function completeOrder(asked: NewTransaction, card: Card, route: Route): Order {
  const { brandAnswered: brand } = card;
  return {
    ...asked.order,
    provider: route.connector.provider,
    providerVersion: asked.providerVersion ?? route.connector.version,
    card: {
      mask: card.mask,
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
      cvvSent: card.cvv !== undefined,
      ...(brand === undefined ? {} : { brand }),
      ...(card.holderName === undefined ? {} : { holderName: card.holderName }),
    },
  };
}

/** Who bears the interest when it is sent. Throws interest_type_unsupported. */
async function planOf(order: Order, route: Route, { installments }: Capabilities): Promise<InterestPlan> {
  const plan = interestPlan(order.interestType);
  if (order.installments === 1 || installments.plans.includes(plan)) return plan;
  if (plan === 'issuer' && (await sellsIssuerPlanAsStore(route))) return 'store';
  throw transactionRefuse('interest_type_unsupported', { field: 'payment.card.interestType' });
}

function fitsInstallments(order: Order, amount: number, capabilities: Capabilities): boolean {
  if (order.installments === 1) return true;
  const { max, minAmountEach } = capabilities.installments;
  return order.kind === 'credit' && order.installments <= max && amount / order.installments >= minAmountEach;
}

/** Installments that the acquirer cannot do are a denied sale, not a bad request (decisions 3). */
async function refuseBeforeSending(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  started: Transaction,
  brand: string | undefined,
): Promise<Transaction> {
  const decline = declineFor(brand, codeFor(brand, INVALID_INSTALLMENTS_SCENARIO));
  const result: Result = {
    status: Status.denied,
    providerCode: decline.code,
    providerMessage: 'Parcelamento não permitido.',
  };
  const denied = { ...started, result };
  await dependencies.store.begin({
    transaction: denied,
    attempt: undefined,
    idempotency: claimOf(request, denied),
    event: eventOf(request.origin, denied, 'refused', { status: result.status, code: result.providerCode }),
  });
  dependencies.onOutcome(started.order.provider, 'refused_before_sending');
  return denied;
}
