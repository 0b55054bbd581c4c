import { randomUUID } from 'node:crypto';
import { detectBrand, maskCardNumber } from '../../../src/gateway/card-data/index.ts';
import {
  authorizationCode,
  type BookCharge,
  type Decision,
  decide,
  decideAuthenticated,
  newCharge,
  type Purchase,
  receiptNumber,
} from '../../../src/gateway/providers/issuer/index.ts';
import { DELIVERY_OF_ANSWER } from '../../host/card/wire-answer.ts';
import type { Delivery, HostAnswer } from '../../host/faults/deliver.ts';
import type { Call } from '../call.ts';
import { refuse } from '../errors.ts';
import type { Host } from '../host.ts';
import { createPix, isPixSale } from '../pix/create-pix.ts';
import { type NewSale, readNewSale } from './new-sale.ts';
import type { SaleDetails } from './sale-details.ts';
import { sandboxCard } from './sandbox-cards.ts';
import { saleRecord } from './wire-form.ts';

const CREATED = 201;
const MAX_INSTALLMENTS = 12;
const LEAST_EACH = 500;
const TOO_MANY_INSTALLMENTS = '24';
const INSTALLMENT_TOO_SMALL = 'EE';
/** After so long Cielo looks for itself how a sale ended that the authorizer left open. */
const PROBED_AFTER_MS = 5 * 60_000;
const SCHEME_ID_DIGITS = 15;

/** `POST /1/sales/`: validates the request, asks the issuer, records the sale, and answers by the card's scenario. */
export async function authorizeSale(host: Host, call: Call): Promise<HostAnswer> {
  if (isPixSale(call)) return createPix(host, call);
  const wanted = readNewSale(call.body, call.merchant, host.cards);
  const { number } = wanted.card;
  const own = sandboxCard(number, host.random);
  const scenario = host.chance.scenarioFor(number, own.scenario);
  const purchase = purchaseOf(wanted, host.clock.now());
  const decision = wanted.proof ? decideAuthenticated(purchase, scenario) : decide(purchase, scenario);
  const wire = scenario.authorize;
  const mask = maskCardNumber(number);

  // Credentials that are refused once belong to tokens, which Cielo does not have.
  const tooMany = wire.firstCallRejectedWith === 429 ? 429 : undefined;
  const rejection = host.firstCallRejections.rejectionOf(tooMany, wanted.reference, mask);
  note(host, wanted, { mask, scenario: scenario.name, brand: decision.brand, rejection });
  if (rejection !== undefined) {
    host.references.rejected(call.merchant.merchantId, wanted.reference);
    return hidden(rejection);
  }
  if (wire.answer === 'duplicate') throw refuse('302');
  const isNew = !wire.recorded || host.references.take(call.merchant.merchantId, wanted.reference);
  if (!isNew && call.merchant.uniqueOrders && !wire.acceptsReferenceAgain) throw refuse('302');
  if (!(await host.clock.wait(wire.decidesAfterMs))) return hidden('reset');
  const delivery = DELIVERY_OF_ANSWER[wire.answer];
  if (!wire.recorded) return hidden(delivery);
  const charge = record(host, call, wanted, { decision, mask, timesOut: own.timesOut });
  return { status: CREATED, body: saleRecord(host, charge, 'sale'), delivery };
}

function purchaseOf({ card, amount }: NewSale, now: number): Purchase {
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

function record(
  host: Host,
  { merchant: { merchantId } }: Call,
  wanted: NewSale,
  { decision, mask, timesOut }: { decision: Decision; mask: string; timesOut: boolean },
): BookCharge {
  const { reference, amount, capture, type, card } = wanted;
  const now = host.clock.now();
  const refusedWith = refusedByCielo(wanted);
  const made = newCharge({
    id: randomUUID(),
    reference,
    mask,
    kind: type === 'DebitCard' ? 'debit' : 'credit',
    capture,
    amount,
    created: now,
    decision: refusedWith === undefined ? decision : { ...decision, approved: false, code: refusedWith },
  });
  const kept = wanted.savesCard && refusedWith === undefined && decision.approved;
  const expiration = `${card.month}/${card.year}`;
  const numbers = numbersOf(host.nextNumber());
  host.index.add({ merchantId, reference, tid: numbers.tid, id: made.id });
  host.details.set(made.id, {
    ...numbers,
    ...fieldsOf(wanted),
    merchantId,
    expiration,
    refusedWith,
    cardToken: kept
      ? host.cards.keep({
          merchantId,
          number: card.number,
          holder: card.holder,
          expiration,
          brand: decision.brand,
        })
      : card.token,
    unfinishedUntil: timesOut ? now + PROBED_AFTER_MS : undefined,
    capturedAt: made.captured > 0 ? now : undefined,
    canceledAt: undefined,
  });
  host.book.enter(made);
  return made;
}

/** Cielo's own code where it does not ask the issuer. */
function refusedByCielo({ installments, amount, type }: NewSale): string | undefined {
  if (installments > MAX_INSTALLMENTS || (type === 'DebitCard' && installments > 1))
    return TOO_MANY_INSTALLMENTS;
  return installments > 1 && amount / installments < LEAST_EACH ? INSTALLMENT_TOO_SMALL : undefined;
}

function numbersOf(
  number: string,
): Pick<
  SaleDetails,
  'tid' | 'proofOfSale' | 'authorizationCode' | 'issuerTransactionId' | 'transactionLinkId'
> {
  return {
    tid: number,
    proofOfSale: receiptNumber(number).slice(-6),
    authorizationCode: authorizationCode(number),
    issuerTransactionId: number.slice(-SCHEME_ID_DIGITS),
    transactionLinkId: `L${number.slice(-SCHEME_ID_DIGITS)}`,
  };
}

function fieldsOf({ card, proof, ...sale }: NewSale) {
  const { type, installments, interest, softDescriptor, recurrent, authenticate } = sale;
  const { holder, brandName } = card;
  return {
    ...{ type, installments, interest, softDescriptor, recurrent, authenticate },
    ...{ holder, brandName, eci: proof?.eci },
  };
}

function hidden(delivery: Delivery): HostAnswer {
  return { status: 0, body: {}, delivery };
}

function note(
  { clock, requests }: Host,
  wanted: NewSale,
  seen: { mask: string; scenario: string; brand: string | undefined; rejection: Delivery | undefined },
): void {
  const { reference, amount, type, capture, installments, interest, recurrent, card, proof, onFile } = wanted;
  const { mask: number, scenario, brand, rejection } = seen;
  requests.add({
    at: clock.now(),
    operation: 'authorize',
    ...{ reference, number, brand, brandName: card.brandName, cvvSent: card.cvv !== undefined },
    ...{ amount, type, capture, installments, interest, recurrent, holder: card.holder },
    ...(card.token !== undefined && { byToken: true }),
    ...(wanted.softDescriptor !== undefined && { softDescriptor: wanted.softDescriptor }),
    ...(proof && { eci: proof.eci, dsVersion: proof.version, authenticate: wanted.authenticate }),
    ...(Object.keys(onFile).length > 0 && { onFile }),
    scenario,
    ...(rejection !== undefined && { turnedAway: 429 }),
  });
}
