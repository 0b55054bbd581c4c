import { maskCardNumber } from '../../../card-data/index.ts';
import { approvalText, declineFor } from '../../abecs/index.ts';
import type { Capabilities } from '../../capabilities.ts';
import type { AttemptCard, AuthorizeRequest, TokenCard, VerifyOutcome } from '../../card-acquirer.ts';
import {
  adviceCode,
  awaitingBuyer,
  type BookCharge,
  type BookSale,
  type BuyerWait,
  type Decision,
  decide,
  decideAuthenticated,
  newCharge,
  type Purchase,
  type Scenario,
  scenarioNamed,
  scenarioOfCard,
} from '../../issuer/index.ts';
import type { AuthorizeOutcome } from '../../outcome.ts';
import { plainName, statementText } from '../../texts.ts';
import type { SimulatorContext } from '../context.ts';
import type { ReceivedRequest } from '../received-request.ts';
import { issuerAnswer, outcomeOf } from './host-answer.ts';
import { hidesAnswer, unreadable } from './unreadable.ts';

const REFERENCE = /^[0-9A-Za-z]{1,16}$/;

const MAX_HOLDER_NAME = 30;
const NOT_SENT = { outcome: 'not_sent', reason: 'connection refused' } as const;
const DUPLICATE = {
  outcome: 'duplicate',
  answer: { rawCode: '122', rawMessage: 'reference used before', httpStatus: 400 },
} as const;
const UNKNOWN_TOKEN = {
  outcome: 'invalid_request',
  reason: 'there is no such stored card',
  answer: { httpStatus: 404 },
} as const;
const CLOSED = { outcome: 'unknown', reason: 'the simulator was closed before it answered' } as const;

interface PaidCard {
  /** Empty for a card of the vault. */
  readonly number: string;
  readonly mask: string;
  readonly brand: string | undefined;
  /** Of the card's own number. */
  readonly own: Scenario;
}

/**
 * Plays an authorization: what the issuer decides, what the book records, and what the caller gets to see. With 3-D
 * Secure the answer is an address; the rest happens when the buyer has been there.
 */
export async function simulatedAuthorize(
  context: SimulatorContext,
  attempt: AuthorizeRequest,
  capabilities: Capabilities,
): Promise<AuthorizeOutcome> {
  const fault = attemptFault(attempt, capabilities);
  if (fault !== undefined) return { outcome: 'invalid_request', reason: fault, answer: { httpStatus: 400 } };

  const paid = 'number' in attempt.card ? typedCard(attempt.card) : await keptCard(context, attempt.card);
  if (paid === undefined) return UNKNOWN_TOKEN;
  const { mask } = paid;
  const purchase = purchaseOf(attempt.card, paid, attempt.amount, context.clock.now());
  const { proof } = attempt;
  const played = context.scenarioFor(paid.own);
  const decision = proof ? decideAuthenticated(purchase, played) : decide(purchase, played);
  const { scenario } = decision;
  const wire = scenario.authorize;
  if (wire.answer === 'connection_refused') return NOT_SENT;

  const sent = sentTexts(attempt, capabilities);
  receive(context, attempt, sent, decision, mask);
  if (wire.answer === 'duplicate') return DUPLICATE;
  const authenticates = attempt.authentication !== undefined || wire.answer === 'challenge';
  if (wire.recorded || authenticates) {
    await context.book.open();
    const isNew = context.book.claim(attempt.acquirerReference);
    if (!isNew && !wire.acceptsReferenceAgain) return DUPLICATE;
  }
  if (authenticates) {
    const proven = decideAuthenticated(purchase, scenario);
    const sale = saleOf(context, attempt, decision, mask);
    return recordAndAnswer(context, awaitingBuyer(sale, buyerWait(context, attempt, sent, proven)));
  }
  if (wire.decidesAfterMs > 0 && !(await context.wait(wire.decidesAfterMs))) return CLOSED;
  if (!wire.recorded) return unreadable(context, wire.answer);

  const charge = newCharge(saleOf(context, attempt, decision, mask));
  const recorded = withEciOf(proof, recordAndAnswer(context, charge));
  return wire.answer === 'given' ? recorded : unreadable(context, wire.answer);
}

/** Plays a zero-amount check of a card. The book does not record it. */
export async function simulatedVerifyCard(
  context: SimulatorContext,
  card: AttemptCard,
): Promise<VerifyOutcome> {
  const number = card.number.reveal();
  const now = context.clock.now();
  const paid = { number, brand: card.brand };
  const decision = decide(purchaseOf(card, paid, 0, now), context.scenarioFor(scenarioOfCard(number)));
  const { scenario, brand, code } = decision;
  const wire = scenario.authorize;
  if (wire.answer === 'connection_refused') return NOT_SENT;

  const cvvSent = card.cvv !== undefined;
  const request = {
    at: now,
    operation: 'verify_card',
    number: maskCardNumber(number),
    brand,
    cvvSent,
  } as const;
  context.requests.add({ ...request, scenario: scenario.name });
  if (wire.decidesAfterMs > 0 && !(await context.wait(wire.decidesAfterMs))) return CLOSED;
  if (hidesAnswer(wire.answer)) return unreadable(context, wire.answer);
  if (decision.approved) {
    const answer = { rawCode: code, rawMessage: approvalText.verified, abecsCode: code, httpStatus: 200 };
    return { outcome: 'approved', captured: false, answer };
  }
  const decline = declineFor(brand, code, adviceCode(scenario, brand, code));
  return { outcome: 'declined', decline, answer: issuerAnswer(scenario, brand, decline) };
}

/** What the acquirer itself refuses before the issuer is asked (docs/contract/acquirers.md I.5). */
function attemptFault(attempt: AuthorizeRequest, capabilities: Capabilities): string | undefined {
  if (!REFERENCE.test(attempt.acquirerReference)) return 'the reference is not 1 to 16 letters and digits';
  if (!Number.isSafeInteger(attempt.amount) || attempt.amount <= 0) return 'the amount is not a whole number';
  const { count, plan } = attempt.installments;
  const { max, plans } = capabilities.installments;
  if (count > max || (count > 1 && !plans.includes(plan))) return 'these installments are not offered';
  if (attempt.proof && !capabilities.externalProof) return 'this acquirer does not authenticate buyers';
  if (attempt.authentication === undefined) return undefined;
  if (capabilities.threeDSecure === 'none') return 'this acquirer does not authenticate buyers';
  const { successUrl, failureUrl } = attempt.authentication;
  return [successUrl, failureUrl].every(isWebAddress) ? undefined : 'an address to return to is none';
}

function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}

function typedCard(card: AttemptCard): PaidCard {
  const number = card.number.reveal();
  return { number, mask: maskCardNumber(number), brand: card.brand, own: scenarioOfCard(number) };
}

/** A card of the acquirer's vault, which has no numbers. */
async function keptCard(context: SimulatorContext, card: TokenCard): Promise<PaidCard | undefined> {
  const kept = await context.cards.byToken(card.acquirerToken.reveal());
  if (kept === undefined || kept.deleted) return undefined;
  return { number: '', mask: kept.mask, brand: kept.brand, own: scenarioNamed(kept.scenario) };
}

function purchaseOf(
  card: AttemptCard | TokenCard,
  { number, brand }: Pick<PaidCard, 'number' | 'brand'>,
  amount: number,
  now: number,
): Purchase {
  return {
    number,
    cvv: card.cvv?.reveal(),
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    brand,
    amount,
    now,
  };
}

/** A rejected call arrives twice: the caller repeats it with a new token, or after a pause. */
function receive(
  context: SimulatorContext,
  attempt: AuthorizeRequest,
  sent: SentTexts,
  decision: Decision,
  number: string,
): void {
  const { firstCallRejectedWith } = decision.scenario.authorize;
  const { installments } = attempt;
  const request: ReceivedRequest = {
    at: context.clock.now(),
    operation: 'authorize',
    reference: attempt.acquirerReference,
    number,
    brand: decision.brand,
    cvvSent: attempt.card.cvv !== undefined,
    ...sent,
    amount: attempt.amount,
    kind: attempt.kind,
    capture: attempt.capture,
    installments: installments.count,
    ...(installments.count > 1 && { installmentPlan: installments.plan }),
    recurrent: attempt.recurrent,
    ...(!('number' in attempt.card) && { byToken: true }),
    ...(attempt.cardOnFile && { cardOnFile: attempt.cardOnFile }),
    ...(attempt.schemeIds && { schemeIds: attempt.schemeIds }),
    ...(attempt.proof && { eci: attempt.proof.eci }),
    ...(attempt.authentication && { onAuthenticationFailure: attempt.authentication.onFailure }),
    scenario: decision.scenario.name,
  };
  if (firstCallRejectedWith !== undefined)
    context.requests.add({ ...request, turnedAway: firstCallRejectedWith });
  context.requests.add(request);
}

type SentTexts = Pick<ReceivedRequest, 'softDescriptor' | 'holderName'>;

/** The texts as a connector would send them to a real host. */
function sentTexts(
  { softDescriptor, card }: AuthorizeRequest,
  { softDescriptor: taken }: Capabilities,
): SentTexts {
  const statement = softDescriptor === undefined ? undefined : statementText(softDescriptor, taken.maxLength);
  const holderName = card.holderName === undefined ? undefined : plainName(card.holderName, MAX_HOLDER_NAME);
  return {
    ...(statement !== undefined && { softDescriptor: statement }),
    ...(holderName !== undefined && { holderName }),
  };
}

function recordAndAnswer(context: SimulatorContext, charge: BookCharge): AuthorizeOutcome {
  context.book.enter(charge);
  return outcomeOf(charge, context);
}

/** The acquirer answers the indicator of the proof that it was sent. */
function withEciOf(proof: AuthorizeRequest['proof'], outcome: AuthorizeOutcome): AuthorizeOutcome {
  if (proof === undefined || (outcome.outcome !== 'approved' && outcome.outcome !== 'declined'))
    return outcome;
  return { ...outcome, answer: { ...outcome.answer, eci: Number(proof.eci) } };
}

function saleOf(
  context: SimulatorContext,
  attempt: AuthorizeRequest,
  decision: Decision,
  mask: string,
): BookSale {
  const { acquirerReference: reference, kind, capture, amount } = attempt;
  return {
    id: context.nextId(),
    reference,
    mask,
    kind,
    capture,
    amount,
    created: context.clock.now(),
    decision,
  };
}

/** Without addresses where 3-D Secure was not asked for: then the page is the end. */
function buyerWait(
  context: SimulatorContext,
  attempt: AuthorizeRequest,
  { softDescriptor: shop = '' }: SentTexts,
  proven: Decision,
): BuyerWait {
  const { onFailure = 'decline', successUrl = '', failureUrl = '' } = attempt.authentication ?? {};
  const [token, oneTimeCode] = [context.newToken(), context.newOneTimeCode()];
  return { onFailure, successUrl, failureUrl, shop, token, oneTimeCode, proven };
}
