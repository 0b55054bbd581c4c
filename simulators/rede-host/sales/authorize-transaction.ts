import { randomBytes } from 'node:crypto';
import { detectBrand, maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import {
  adviceCode,
  awaitingBuyer,
  type BookCharge,
  type BookSale,
  type Decision,
  decide,
  decideAuthenticated,
  newCharge,
  type Purchase,
  type Scenario,
  stateOf,
} from '../../../src/gateway/providers/issuer/index.ts';
import { DELIVERY_OF_ANSWER } from '../../host/card/wire-answer.ts';
import type { Delivery, HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import type { Host } from '../host.ts';
import { refuse } from '../return-codes.ts';
import { messageOf } from './messages.ts';
import { type NewTransaction, readNewTransaction } from './new-transaction.ts';
import { dateTime, saleAnswer, schemeAnswer } from './wire-form.ts';

const TOKEN_BYTES = 32;
const CODES = 1_000_000;

const STATUS_OF_STATE = {
  approved: 201,
  buyer_awaited: 201,
  pending: 202,
  declined: 422,
  canceled: 422,
} as const;

/** `POST /transactions`: validates the request, asks the issuer, records the charge, and answers by the card's scenario. */
export async function authorizeTransaction(host: Host, call: Call): Promise<HostAnswer> {
  const wanted = readNewTransaction(call.body, call.merchant, host.cards);
  const { number } = wanted.card;
  const purchase = purchaseOf(wanted, host.clock.now());
  const decision = decide(purchase, host.chance.scenarioFor(number));
  const wire = decision.scenario.authorize;
  const mask = maskCardNumber(number);

  const rejection = host.firstCallRejections.rejectionOf(wire.firstCallRejectedWith, wanted.reference, mask);
  note(host, wanted, decision, mask, rejection);
  if (rejection !== undefined) {
    host.references.rejected(call.merchant.pv, wanted.reference);
    return { status: 0, body: {}, delivery: rejection };
  }
  if (wire.answer === 'duplicate') throw refuse('122');
  const authenticates = wanted.authentication?.embedded === true || wire.answer === 'challenge';
  const enters = wire.recorded || authenticates;
  const isNew = !enters || host.references.take(call.merchant.pv, wanted.reference);
  if (!isNew && !wire.acceptsReferenceAgain) throw refuse('122');
  if (authenticates && wanted.amount > 0) {
    const proven = decideAuthenticated(purchase, decision.scenario);
    const sale = saleOf(host, wanted, decision, mask);
    return visibleAnswer(host, call, record(host, call, wanted, awaiting(host, call, wanted, sale, proven)));
  }
  if (!(await host.clock.wait(wire.decidesAfterMs))) return hiddenAnswer('reset');
  const delivery = DELIVERY_OF_ANSWER[wire.answer];
  if (wanted.amount === 0) return { ...checkAnswer(host, call, wanted, decision, mask), delivery };
  if (!wire.recorded) return hiddenAnswer(delivery);
  const charge = record(host, call, wanted, newCharge(saleOf(host, wanted, decision, mask)));
  return { ...visibleAnswer(host, call, charge), delivery };
}

function purchaseOf({ card, amount }: NewTransaction, now: number): Purchase {
  const { number, cvv, month, year } = card;
  return {
    number,
    cvv,
    expirationMonth: month,
    expirationYear: year,
    brand: detectBrand(number),
    amount,
    now,
  };
}

function saleOf(host: Host, wanted: NewTransaction, decision: Decision, mask: string): BookSale {
  const { reference, kind, amount, capture } = wanted;
  return { id: host.nextId(), reference, mask, kind, amount, capture, created: host.clock.now(), decision };
}

/** The issuer decides now, because the card number is no longer available when the buyer returns. */
function awaiting(
  host: Host,
  { merchant }: Call,
  wanted: NewTransaction,
  sale: BookSale,
  proven: Decision,
): BookCharge {
  const embedded = wanted.authentication?.embedded ? wanted.authentication : undefined;
  return awaitingBuyer(sale, {
    proven,
    onFailure: embedded?.onFailure ?? 'decline',
    successUrl: embedded?.successUrl ?? '',
    failureUrl: embedded?.failureUrl ?? '',
    shop: wanted.softDescriptor ?? merchant.shop,
    token: randomBytes(TOKEN_BYTES).toString('base64url'),
    oneTimeCode: String(Math.floor(host.random() * CODES)).padStart(6, '0'),
  });
}

function record(host: Host, { merchant }: Call, wanted: NewTransaction, charge: BookCharge): BookCharge {
  const { installments, cardholderName, softDescriptor, subscription, authentication } = wanted;
  host.details.set(charge.id, {
    pv: merchant.pv,
    installments,
    cardholderName,
    softDescriptor,
    subscription,
    ...(authentication?.embedded === false && { externalEci: authentication.eci }),
  });
  host.book.enter(charge);
  return charge;
}

function visibleAnswer(host: Host, call: Call, charge: BookCharge): HostAnswer {
  const status = STATUS_OF_STATE[stateOf(charge, host.clock.elapsed)];
  return { status, body: saleAnswer(host, call, charge) };
}

function hiddenAnswer(delivery: Delivery): HostAnswer {
  return { status: 0, body: {}, delivery };
}

/** A zero-amount check is not recorded in the book. */
function checkAnswer(
  host: Host,
  { brandOpened }: Call,
  { reference }: NewTransaction,
  { approved, scenario, brand = '', code }: Decision,
  mask: string,
): HostAnswer {
  const tid = host.nextId();
  const returnCode = approved ? '174' : '175';
  const scheme = schemeAnswer(brand, code, adviceCode(scenario, brand, code), tid);
  return {
    status: approved ? 201 : 422,
    body: {
      reference,
      tid,
      dateTime: dateTime(host.clock.now()),
      amount: 0,
      cardBin: mask.slice(0, 6),
      last4: mask.slice(-4),
      returnCode,
      returnMessage: messageOf(returnCode),
      ...(brandOpened && { brand: scheme }),
    },
  };
}

function note(
  { clock, requests }: Host,
  wanted: NewTransaction,
  { scenario, brand }: { readonly scenario: Scenario; readonly brand: string | undefined },
  number: string,
  rejection: Delivery | undefined,
): void {
  const {
    reference,
    amount,
    kind,
    capture,
    installments,
    subscription: recurrent,
    storageCard,
    card,
    authentication,
    softDescriptor,
    cardholderName,
  } = wanted;
  requests.add({
    at: clock.now(),
    operation: amount === 0 ? 'verify_card' : 'authorize',
    reference,
    number,
    brand,
    cvvSent: card.cvv !== undefined,
    amount,
    kind,
    capture,
    installments,
    recurrent,
    ...(storageCard !== undefined && { storageCard }),
    ...(softDescriptor !== undefined && { softDescriptor }),
    ...(cardholderName !== undefined && { cardholderName }),
    ...(authentication?.embedded && { onAuthenticationFailure: authentication.onFailure }),
    scenario: scenario.name,
    ...(rejection !== undefined && { turnedAway: rejection === 'unauthorized' ? 401 : 429 }),
  });
}
