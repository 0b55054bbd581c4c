import { maskCardNumber } from '../../card-data/index.ts';
import { approvalText, declineFor } from '../abecs/index.ts';
import type { Attempt, AttemptCard, AuthorizeOutcome, HostAnswer, VerifyOutcome } from '../connector.ts';
import type { Charge } from './charge.ts';
import type { SimulatorContext } from './context.ts';
import { issuerAnswer, outcomeOf } from './host-answer.ts';
import { adviceCode, type Decision, decide, type Purchase } from './issuer.ts';
import type { ReceivedRequest } from './request-log.ts';
import type { WireAnswer } from './scenario.ts';
import { timing } from './timing.ts';

const REFERENCE = /^[0-9A-Za-z]{1,16}$/;

/** Answers that leave the caller not knowing. */
const UNREADABLE: Readonly<Partial<Record<WireAnswer, { reason: string; answer?: HostAnswer }>>> = {
  none: { reason: 'no answer within the deadline' },
  connection_reset: { reason: 'connection reset after the request was sent' },
  server_error: { reason: 'HTTP 500 without a return code', answer: { httpStatus: 500 } },
  bad_gateway: { reason: 'HTTP 502 with an HTML page', answer: { httpStatus: 502 } },
  truncated: { reason: 'the answer breaks off', answer: { httpStatus: 200 } },
};

const NOT_SENT = { outcome: 'not_sent', reason: 'connection refused' } as const;
const DUPLICATE = {
  outcome: 'duplicate',
  answer: { rawCode: '122', rawMessage: 'reference used before', httpStatus: 400 },
} as const;
const CLOSED = { outcome: 'unknown', reason: 'the simulator was closed before it answered' } as const;

/**
 * Plays an authorization: what the issuer decides, what gets on the book, and what the caller gets to see of
 * it.
 */
export async function authorize(context: SimulatorContext, attempt: Attempt): Promise<AuthorizeOutcome> {
  const fault = attemptFault(attempt);
  if (fault !== undefined) return { outcome: 'invalid_request', reason: fault, answer: { httpStatus: 400 } };

  const number = attempt.card.number.reveal();
  const decision = decide(
    purchaseOf(attempt.card, number, attempt.amount, context.clock.now()),
    context.scenarioFor(number),
  );
  const { scenario } = decision;
  const wire = scenario.authorize;
  if (wire.answer === 'connection_refused') return NOT_SENT;

  const mask = maskCardNumber(number);
  receive(context, attempt, decision, mask);
  if (wire.answer === 'duplicate') return DUPLICATE;
  if (wire.recorded && !(await claim(context, attempt.acquirerReference, wire.acceptsReferenceAgain))) {
    return DUPLICATE;
  }
  if (wire.decidesAfterMs > 0 && !(await context.wait(wire.decidesAfterMs))) return CLOSED;
  if (!wire.recorded) return unreadable(context, wire.answer);

  const charge = newCharge(context, attempt, decision, mask);
  context.book.enter(charge);
  const answered = wire.answer === 'given' || wire.answer === 'challenge';
  return answered ? outcomeOf(charge, context) : unreadable(context, wire.answer);
}

/** Plays a zero-amount check of a card. It leaves nothing on the book. */
export async function verifyCard(context: SimulatorContext, card: AttemptCard): Promise<VerifyOutcome> {
  const number = card.number.reveal();
  const now = context.clock.now();
  const decision = decide(purchaseOf(card, number, 0, now), context.scenarioFor(number));
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
  if (UNREADABLE[wire.answer]) return unreadable(context, wire.answer);
  if (decision.approved) {
    const answer = { rawCode: code, rawMessage: approvalText.verified, abecsCode: code, httpStatus: 200 };
    return { outcome: 'approved', captured: false, answer };
  }
  const decline = declineFor(brand, code, adviceCode(scenario, brand, code));
  return { outcome: 'declined', decline, answer: issuerAnswer(scenario, brand, decline) };
}

/** What the acquirer's own checks find wrong before any issuer is asked (`reference/acquirers.md` I.5). */
function attemptFault(attempt: Attempt): string | undefined {
  if (!REFERENCE.test(attempt.acquirerReference)) return 'the reference is not 1 to 16 letters and digits';
  if (!Number.isSafeInteger(attempt.amount) || attempt.amount <= 0) return 'the amount is not a whole number';
  if (attempt.authentication !== undefined) return 'the simulator does not authenticate buyers';
  return undefined;
}

async function claim(context: SimulatorContext, reference: string, again: boolean): Promise<boolean> {
  const opening = context.book.opening();
  if (opening) await opening;
  return context.book.claim(reference) || again;
}

async function unreadable(
  context: SimulatorContext,
  answer: WireAnswer,
): Promise<Extract<AuthorizeOutcome, { outcome: 'unknown' }>> {
  if (answer === 'none') await context.wait(timing.authorizeMs);
  return { outcome: 'unknown', reason: 'no readable answer', ...UNREADABLE[answer] };
}

function purchaseOf(card: AttemptCard, number: string, amount: number, now: number): Purchase {
  return {
    number,
    cvv: card.cvv?.reveal(),
    expirationMonth: card.expirationMonth,
    expirationYear: card.expirationYear,
    brand: card.brand,
    amount,
    now,
  };
}

/** A call that is turned away is seen twice: the caller asks again with a new token, or after a pause. */
function receive(context: SimulatorContext, attempt: Attempt, decision: Decision, number: string): void {
  const { turnedAwayFirst } = decision.scenario.authorize;
  const request: ReceivedRequest = {
    at: context.clock.now(),
    operation: 'authorize',
    reference: attempt.acquirerReference,
    number,
    brand: decision.brand,
    cvvSent: attempt.card.cvv !== undefined,
    amount: attempt.amount,
    kind: attempt.kind,
    capture: attempt.capture,
    installments: attempt.installments.count,
    recurrent: attempt.recurrent,
    scenario: decision.scenario.name,
  };
  if (turnedAwayFirst !== undefined) context.requests.add({ ...request, turnedAway: turnedAwayFirst });
  context.requests.add(request);
}

function newCharge(context: SimulatorContext, attempt: Attempt, decision: Decision, mask: string): Charge {
  const captures = decision.approved && (attempt.capture || attempt.kind === 'debit');
  return {
    id: context.nextId(),
    reference: attempt.acquirerReference,
    mask,
    brand: decision.brand ?? '',
    kind: attempt.kind,
    scenario: decision.scenario.name,
    code: decision.code,
    amount: attempt.amount,
    captured: captures ? attempt.amount : 0,
    voided: 0,
    refunds: '',
    state: 'standing',
    undos: 0,
    created: context.clock.now(),
    version: 1,
  };
}
