import {
  type Acquirers,
  type AuthenticationRequest,
  type Capabilities,
  capabilitiesOf,
  codeFor,
  declineFor,
  type InterestPlan,
  isTestCard,
  type Route,
  sellsIssuerPlanAsStore,
} from '../../acquirers/index.ts';
import type { CardData } from '../../card-data/index.ts';
import {
  interestPlan,
  newResult,
  type Order,
  Status,
  type Transaction,
  transactionRefuse,
} from '../record/index.ts';
import { refuseCardNumberInOrder } from './exposed-number.ts';
import { type Card, checkCard, type NewTransaction, withCardHash } from './new-transaction.ts';
import { type SaleResult, saleResult } from './results.ts';
import { claimOf, type SaleDependencies, type SaleRequest, send } from './send.ts';

const INVALID_INSTALLMENTS_SCENARIO = '023';

export interface AuthorizeDependencies extends SaleDependencies {
  readonly acquirers: Acquirers;
  readonly cardData: Pick<CardData, 'openCardHash'>;
  readonly production: boolean;
  newId(): string;
  /** 256 random bits, base64url. */
  newToken(): string;
}

/**
 * Authorizes a sale: persists the attempt, calls the acquirer once, stores the outcome. Throws Refusal when
 * the request is wrong, and IdempotencyKeyTaken; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  asked: NewTransaction,
): Promise<SaleResult> {
  const { merchantId } = request;
  const card = await openCard(dependencies, merchantId, asked);
  refuseCardNumberInOrder(asked, card);
  const route = await dependencies.acquirers.route(merchantId, asked.provider);
  const order = completeOrder(asked, card, route);
  const capabilities = capabilitiesOf(route, { type: order.payment.type, card });
  const plan = await planOf(order, route, capabilities);
  const token = dependencies.newToken();
  const authentication = authenticationOf(dependencies, asked, capabilities, token);
  const now = dependencies.clock.now();
  const started: Transaction = {
    id: dependencies.newId(),
    merchantId,
    referenceId: asked.referenceId,
    amount: asked.amount,
    createdAt: now,
    updatedAt: now,
    order,
    result: newResult(Status.pending),
    version: 0,
    openMovement: undefined,
    nsu: undefined,
    demo: undefined,
  };
  if (!fitsInstallments(order, asked.amount, capabilities)) {
    return refuseBeforeSending(dependencies, request, started, card.brand);
  }
  return send(dependencies, { request, started, card, route, plan, authentication, token });
}

/**
 * Undefined for a sale without authentication: an optional one when the acquirer has no 3-D Secure or no
 * browser data was sent. Throws three_d_secure_unavailable, and the refusal of a browser field.
 */
function authenticationOf(
  dependencies: AuthorizeDependencies,
  { order, buyer }: NewTransaction,
  { threeDSecure }: Capabilities,
  token: string,
): AuthenticationRequest | undefined {
  const { authenticate } = order.payment;
  if (authenticate === 3) return undefined;
  if (authenticate === 2 && (threeDSecure === 'none' || buyer.kind === 'none')) return undefined;
  if (threeDSecure === 'none') {
    throw transactionRefuse('three_d_secure_unavailable', { field: 'payment.card.provider' });
  }
  if (buyer.kind === 'none') throw transactionRefuse('user_agent_required', { field: 'userAgent' });
  if (buyer.kind === 'incomplete') throw buyer.refusal;
  const { back } = dependencies.authenticationUrls(token);
  return {
    onFailure: authenticate === 1 ? 'decline' : 'continue',
    device: buyer.device,
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
  const { mask, expirationMonth, expirationYear, holderName, brandAnswered: brand } = card;
  const cvvSent = card.cvv !== undefined;
  return {
    ...asked.order,
    provider: route.connector.provider,
    providerVersion: asked.providerVersion ?? route.connector.version,
    payment: {
      ...asked.order.payment,
      card: { mask, expirationMonth, expirationYear, cvvSent, brand, holderName },
    },
  };
}

/** Who bears the interest, as sent to the acquirer. Throws interest_type_unsupported. */
async function planOf(
  { payment }: Order,
  route: Route,
  { installments }: Capabilities,
): Promise<InterestPlan> {
  const plan = interestPlan(payment.interestType);
  if (payment.installments === 1 || installments.plans.includes(plan)) return plan;
  if (plan === 'issuer' && (await sellsIssuerPlanAsStore(route))) return 'store';
  throw transactionRefuse('interest_type_unsupported', { field: 'payment.card.interestType' });
}

function fitsInstallments({ payment }: Order, amount: number, { installments }: Capabilities): boolean {
  const { type, installments: count } = payment;
  if (count === 1) return true;
  return type === 'credit' && count <= installments.max && amount / count >= installments.minAmountEach;
}

/**
 * Installments that the acquirer cannot do decline the sale; the request is not wrong
 * (docs/contract/decided.md 3).
 */
async function refuseBeforeSending(
  dependencies: AuthorizeDependencies,
  request: SaleRequest,
  started: Transaction,
  brand: string | undefined,
): Promise<SaleResult> {
  const decline = declineFor(brand, codeFor(brand, INVALID_INSTALLMENTS_SCENARIO));
  const result = newResult(Status.denied, {
    providerCode: decline.code,
    providerMessage: 'Parcelamento não permitido.',
  });
  const denied = { ...started, result };
  await dependencies.store.insertSale({
    transaction: denied,
    attempt: undefined,
    idempotency: claimOf(request, denied),
    event: {
      kind: 'refused',
      origin: request.origin,
      details: { status: result.status, code: result.providerCode },
    },
  });
  dependencies.onOutcome(started.order.provider, 'refused_before_sending');
  return saleResult(denied, decline.declineClass);
}
