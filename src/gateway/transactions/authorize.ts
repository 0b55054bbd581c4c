import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../platform/index.ts';
import type { Acquirers, Attempt, AuthorizeOutcome, Capabilities, Route } from '../acquirers/index.ts';
import { codeFor, declineFor, isTestCard } from '../acquirers/index.ts';
import type { CardData } from '../card-data/index.ts';
import { isBrandName } from '../card-data/index.ts';
import { endOf } from './attempt.ts';
import { type Card, checkCard, type NewTransaction, withCardHash } from './new-transaction.ts';
import { transactionRefuse } from './refusals.ts';
import type { NewAttempt } from './rows.ts';
import type { TransactionStore } from './store.ts';
import {
  interestPlan,
  isCapturedAtOnce,
  type Order,
  type Result,
  resultOf,
  Status,
  type Transaction,
} from './transaction.ts';

/** The first try and one more, and that only when the host proved to have got nothing (G.5 step 4). */
const MAX_ATTEMPTS = 2;
const MAX_FINISH_TRIES = 4;
const FINISH_PAUSE_MS = 100;
const INVALID_INSTALLMENTS_SCENARIO = '023';

export interface AuthorizeDependencies {
  readonly store: TransactionStore;
  readonly acquirers: Acquirers;
  readonly cardData: Pick<CardData, 'openCardHash'>;
  readonly clock: Clock;
  readonly production: boolean;
  newId(): string;
  /** A reference that was never used before. */
  newReference(): string;
  /** Told of every outcome, for the metrics; and of what a connector threw, which is a bug of the connector. */
  onOutcome(provider: string, outcome: string): void;
  onConnectorError(provider: string, error: unknown): void;
  /** Told when what an acquirer answered could not be stored; the sale stays 10 for recovery. */
  onOutcomeNotStored(error: unknown): void;
}

/**
 * Authorizes a sale: states the attempt and commits it, calls the acquirer once, stores the outcome and returns the
 * record. Throws Refusal for what is wrong with the request; then nothing is stored.
 */
export async function authorize(
  dependencies: AuthorizeDependencies,
  merchantId: number,
  asked: NewTransaction,
): Promise<Transaction> {
  if (asked.order.authenticate !== 3)
    throw transactionRefuse('three_d_secure_unavailable', authenticationField(asked));
  const card = await openCard(dependencies, merchantId, asked);
  const route = await dependencies.acquirers.route(merchantId, asked.provider);
  const brand = brandFor(card);
  const capabilities = route.connector.capabilities(brand, asked.order.kind);
  const order = completeOrder(asked, card, route);
  refuseExposedNumber(asked, order, card);
  if (order.installments > 1 && !capabilities.installments.plans.includes(interestPlan(order.interestType))) {
    throw transactionRefuse('interest_type_unsupported', { field: 'payment.card.interestType' });
  }
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
  };
  if (!fitsInstallments(order, asked.amount, capabilities)) {
    return refuseBeforeSending(dependencies, started, brand);
  }
  return send(dependencies, started, card, brand, route);
}

function authenticationField(asked: NewTransaction) {
  return { field: asked.order.kind === 'debit' ? 'payment.card.type' : 'payment.card.authenticate' };
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

/** A brand that the merchant names wins over the one detected, if it is a name that we know. */
function brandFor(card: Card): string | undefined {
  const sent = card.brandSent?.toUpperCase();
  return sent !== undefined && isBrandName(sent) ? sent : card.brandDetected;
}

/** A number typed into the wrong field would be stored and answered in clear. */
function refuseExposedNumber(asked: NewTransaction, order: Order, card: Card): void {
  const number = card.number.reveal();
  const texts = `${asked.referenceId ?? ''} ${JSON.stringify(order)}`;
  if (texts.includes(number) || texts.replace(/[ -]/g, '').includes(number)) {
    throw transactionRefuse('card_number_exposed');
  }
}

function completeOrder(asked: NewTransaction, card: Card, route: Route): Order {
  const brand = card.brandSent ?? card.brandDetected;
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

function fitsInstallments(order: Order, amount: number, capabilities: Capabilities): boolean {
  if (order.installments === 1) return true;
  const { max, minAmountEach } = capabilities.installments;
  return order.kind === 'credit' && order.installments <= max && amount / order.installments >= minAmountEach;
}

/** Installments that the acquirer cannot do are a denied sale, not a bad request (decisions 3). */
async function refuseBeforeSending(
  dependencies: AuthorizeDependencies,
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
  await dependencies.store.begin(denied, undefined);
  dependencies.onOutcome(started.order.provider, 'refused_before_sending');
  return denied;
}

async function send(
  dependencies: AuthorizeDependencies,
  started: Transaction,
  card: Card,
  brand: string | undefined,
  route: Route,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const account = await route.settings();
  const newAttempt = () => ({
    reference: dependencies.newReference(),
    transactionId: started.id,
    accountId: route.accountId,
    createdAt: clock.now(),
  });
  const first = newAttempt();
  await store.begin(started, first);
  try {
    return await sendUntilAnswered(dependencies, started, first, newAttempt, (reference) =>
      callConnector(dependencies, route, {
        ...attemptOf(started, card, brand),
        acquirerReference: reference,
        account,
      }),
    );
  } catch (error) {
    // Something may have been charged: "try again" would be an invitation to charge twice. What was stored before the
    // call is true and durable: status 10, which recovery resolves.
    dependencies.onOutcomeNotStored(error);
    return started;
  }
}

async function sendUntilAnswered(
  { store, clock }: AuthorizeDependencies,
  started: Transaction,
  first: NewAttempt,
  newAttempt: () => NewAttempt,
  call: (reference: string) => Promise<AuthorizeOutcome>,
): Promise<Transaction> {
  let attempt = first;
  for (let tries = 1; ; tries += 1) {
    const outcome = await call(attempt.reference);
    const ended = { reference: attempt.reference, end: endOf(outcome), endedAt: clock.now() };
    if (outcome.outcome === 'not_sent' && tries < MAX_ATTEMPTS) {
      attempt = newAttempt();
      await store.attemptAgain(ended, attempt);
      continue;
    }
    const result = resultOf(outcome, started.amount);
    const finish = { attempt: ended, transactionId: started.id, from: Status.pending, result };
    const finished = await untilStored(() => store.finish(finish));
    if (finished) return { ...started, updatedAt: ended.endedAt, result };
    return (await store.find(started.merchantId, started.id)) ?? started;
  }
}

/** The outcome exists in memory alone until it is stored: a passing fault of the database is sat out. */
async function untilStored<Stored>(store: () => Promise<Stored>): Promise<Stored> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await store();
    } catch (error) {
      if (tries >= MAX_FINISH_TRIES) throw error;
      await sleep(FINISH_PAUSE_MS * tries);
    }
  }
}

async function callConnector(
  dependencies: AuthorizeDependencies,
  route: Route,
  attempt: Attempt,
): Promise<AuthorizeOutcome> {
  const { provider } = route.connector;
  try {
    const outcome = await route.connector.authorize(attempt);
    dependencies.onOutcome(provider, outcome.outcome);
    return outcome;
  } catch (error) {
    dependencies.onConnectorError(provider, error);
    dependencies.onOutcome(provider, 'unknown');
    return { outcome: 'unknown', reason: 'the connector failed' };
  }
}

function attemptOf(
  transaction: Transaction,
  card: Card,
  brand: string | undefined,
): Omit<Attempt, 'acquirerReference' | 'account'> {
  const { order } = transaction;
  return {
    amount: transaction.amount,
    kind: order.kind,
    capture: isCapturedAtOnce(order),
    installments: { count: order.installments, plan: interestPlan(order.interestType) },
    card: {
      number: card.number,
      cvv: card.cvv,
      expirationMonth: card.expirationMonth,
      expirationYear: card.expirationYear,
      holderName: card.holderName,
      brand,
    },
    softDescriptor: order.softDescriptor,
    recurrent: order.recurrent,
    authentication: undefined,
  };
}
