import { APPROVED_CODE, approvalText, declineFor } from '../../abecs/index.ts';
import {
  adviceCode,
  authenticationDecline,
  authorizationCode,
  type BookCharge,
  type Elapsed,
  eciOfCharge,
  finallyRefunded,
  hostRefusals,
  isFinal,
  receiptNumber,
  refundIdOf,
  refundsOf,
  refusedFor,
  type Scenario,
  scenarioNamed,
  stateOf,
} from '../../issuer/index.ts';
import type { AuthorizeOutcome, ChargeSnapshot, Decline, HostAnswer, SchemeIds } from '../../outcome.ts';
import type { SimulatorContext } from '../context.ts';

const BIN_DIGITS = 6;
const LAST_DIGITS = 4;

type OutcomeContext = Pick<SimulatorContext, 'elapsed' | 'challenge'>;

/** The host's answer about a charge, with the decision. */
export function answerOf(charge: BookCharge): HostAnswer {
  const { id, code } = charge;
  const eci = eciOfCharge(charge);
  const names = { ...namesOf(charge), rawCode: code, ...(eci === undefined ? {} : { eci }) };
  if (code === APPROVED_CODE) {
    const rawMessage = charge.captured > 0 ? approvalText.captured : approvalText.authorized;
    const schemeIds = schemeIdsOf(id);
    return { ...names, authorizationCode: authorizationCode(id), rawMessage, abecsCode: code, schemeIds };
  }
  const decline = declineOfCharge(charge);
  if (refusedFor(charge) !== undefined) return { ...names, rawMessage: decline.message };
  return { ...names, ...issuerAnswer(scenarioNamed(charge.scenario), charge.brand, decline) };
}

/** The names that the scheme gave an approval. */
function schemeIdsOf(id: string): SchemeIds {
  return { transactionId: `5${receiptNumber(id)}`, linkId: `L${receiptNumber(id)}` };
}

/** The issuer's part of a decline. */
export function issuerAnswer(scenario: Scenario, brand: string | undefined, decline: Decline): HostAnswer {
  const advice = adviceCode(scenario, brand, decline.code);
  const said = { rawCode: decline.code, rawMessage: decline.message, abecsCode: decline.code };
  return advice === undefined ? said : { ...said, merchantAdviceCode: advice };
}

/** A pending charge has only identifiers and the requested amount. */
function namesOf({ id, amount, mask }: BookCharge): HostAnswer {
  const seen = { amount, cardBin: mask.slice(0, BIN_DIGITS), cardLast4: mask.slice(-LAST_DIGITS) };
  return { theirId: id, nsu: receiptNumber(id), httpStatus: 200, seen };
}

/** Text and class of the decline recorded in the book. */
function declineOfCharge(charge: BookCharge): Decline {
  const result = refusedFor(charge);
  if (result !== undefined) return authenticationDecline(result);
  const { scenario, brand, code } = charge;
  return declineFor(brand, code, adviceCode(scenarioNamed(scenario), brand, code));
}

/** The outcome of an authorization, read from the book. */
export function outcomeOf(charge: BookCharge, { elapsed, challenge }: OutcomeContext): AuthorizeOutcome {
  switch (stateOf(charge, elapsed)) {
    case 'buyer_awaited':
      return { outcome: 'buyer_awaited', ...awaited(challenge(charge)), answer: namesOf(charge) };
    case 'pending':
      return { outcome: 'pending', answer: namesOf(charge) };
    case 'approved':
      return { outcome: 'approved', captured: charge.captured > 0, answer: answerOf(charge) };
    case 'declined':
      return { outcome: 'declined', decline: declineOfCharge(charge), answer: answerOf(charge) };
    case 'canceled':
      return { outcome: 'declined', decline: hostRefusals.wrongState, answer: answerOf(charge) };
  }
}

function awaited({ redirectUrl: url, expiresAt }: ReturnType<OutcomeContext['challenge']>) {
  return { nextAction: { kind: 'redirect', url }, expiresAt } as const;
}

/** A charge as a query answers it. */
export function bookSnapshotOf(charge: BookCharge, elapsed: Elapsed): ChargeSnapshot {
  const state = stateOf(charge, elapsed);
  const approved = charge.code === APPROVED_CODE && state !== 'pending';
  const snapshot = {
    state,
    amount: charge.amount,
    authorizedAmount: approved ? charge.amount - charge.voided : 0,
    capturedAmount: approved ? charge.captured : 0,
    refundedAmount: finallyRefunded(charge, elapsed),
    refunds: refundsOf(charge).map((refund) => ({
      refundId: refundIdOf(charge, refund),
      amount: refund.amount,
      state: isFinal(charge, refund, elapsed) ? ('done' as const) : ('pending' as const),
    })),
    answer: isOpen(state) ? namesOf(charge) : answerOf(charge),
  };
  return state === 'declined' ? { ...snapshot, decline: declineOfCharge(charge) } : snapshot;
}

function isOpen(state: ChargeSnapshot['state']): boolean {
  return state === 'pending' || state === 'buyer_awaited';
}
