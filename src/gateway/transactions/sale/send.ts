import type { Clock } from '../../../platform/index.ts';
import type {
  Attempt,
  AuthenticationRequest,
  AuthorizeOutcome,
  InterestPlan,
  Route,
} from '../../acquirers/index.ts';
import type { NewEvent, Origin } from '../../history/index.ts';
import { isAbout } from '../acquirer-call.ts';
import {
  type AttemptEnd,
  type Claim,
  type EndedAttempt,
  endOf,
  type Finish,
  type IdempotencyRow,
  isCapturedAtOnce,
  type NewAttempt,
  newCase,
  resultOf,
  type Schedule,
  Status,
  type Transaction,
  type TransactionStore,
  untilStored,
  withUsablePage,
} from '../record/index.ts';
import { keepLateAnswer } from './late-answer.ts';
import type { Card } from './new-transaction.ts';

/** The first try and one more, and that only when the host proved to have got nothing (G.5 step 4). */
const MAX_ATTEMPTS = 2;
const TAKEN_FOR_DEAD: AuthorizeOutcome = {
  outcome: 'not_sent',
  reason: 'others took this instance for dead',
};

export interface SendDependencies {
  readonly store: TransactionStore;
  readonly clock: Clock;
  readonly schedule: Schedule;
  /** This instance, in what it has under way. */
  readonly holder: string;
  /** What it gives turns false once others may have taken over what was stated since: then nothing is sent any more. */
  watchLife(): () => boolean;
  /** A reference that was never used before. */
  newReference(): string;
  /** Where the buyer of a 3-D Secure sale starts, and comes back to. */
  authenticationUrls(token: string): { readonly start: string; readonly back: string };
  /** Told of every outcome, for the metrics; and of what a connector threw, which is a bug of the connector. */
  onOutcome(provider: string, outcome: string): void;
  onConnectorError(provider: string, error: unknown): void;
  /** Told when what an acquirer answered could not be stored; the sale stays 10 for recovery. */
  onOutcomeNotStored(error: unknown): void;
}

/** What a request brings besides the sale itself. */
export interface SaleRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  /** The idempotency key to claim with the sale; its transaction is filled in. */
  readonly idempotency: Claim | undefined;
}

/** A sale on its way. */
export interface Sale {
  readonly request: SaleRequest;
  readonly started: Transaction;
  readonly card: Card;
  readonly brand: string | undefined;
  readonly route: Route;
  readonly plan: InterestPlan;
  readonly authentication: AuthenticationRequest | undefined;
  readonly token: string;
}

/** A sale that is refused at once has its answer from the start. */
export function claimOf(request: SaleRequest, transaction: Transaction): IdempotencyRow | undefined {
  const { idempotency } = request;
  const isFinal = transaction.result.status !== Status.pending;
  return (
    idempotency && {
      ...idempotency,
      transaction_id: transaction.id,
      answer: isFinal ? JSON.stringify(transaction.result) : null,
    }
  );
}

export function eventOf(
  origin: Origin,
  transaction: Transaction,
  kind: NewEvent['kind'],
  details: NewEvent['details'],
): NewEvent {
  return { transactionId: transaction.id, at: transaction.updatedAt, kind, origin, details };
}

/**
 * States the attempt and commits it, calls the acquirer once, and stores the outcome. When that cannot be stored the
 * sale stays as it was stated, for recovery.
 */
export async function send(dependencies: SendDependencies, sale: Sale): Promise<Transaction> {
  const { store } = dependencies;
  const { request, started } = sale;
  const account = await sale.route.settings();
  const isAlive = dependencies.watchLife();
  const first = newAttempt(dependencies, sale);
  await store.begin({
    transaction: started,
    attempt: first,
    idempotency: claimOf(request, started),
    event: eventOf(request.origin, started, 'sent', { attempt: first.reference }),
  });
  try {
    return await sendUntilAnswered(dependencies, sale, first, isAlive, (reference) =>
      callConnector(dependencies, sale, { ...attemptOf(sale), acquirerReference: reference, account }),
    );
  } catch (error) {
    // Something may have been charged: "try again" would be an invitation to charge twice. What was stored before the
    // call is true and durable: status 10, which recovery resolves.
    dependencies.onOutcomeNotStored(error);
    return started;
  }
}

function newAttempt(dependencies: SendDependencies, { started, route }: Sale): NewAttempt {
  return {
    reference: dependencies.newReference(),
    transactionId: started.id,
    accountId: route.accountId,
    holder: dependencies.holder,
    createdAt: dependencies.clock.now(),
  };
}

async function sendUntilAnswered(
  dependencies: SendDependencies,
  sale: Sale,
  first: NewAttempt,
  isAlive: () => boolean,
  call: (reference: string) => Promise<AuthorizeOutcome>,
): Promise<Transaction> {
  const { store, clock } = dependencies;
  const { started, request } = sale;
  let attempt = first;
  for (let tries = 1; ; tries += 1) {
    const outcome = isAlive() ? await call(attempt.reference) : TAKEN_FOR_DEAD;
    const ended = { reference: attempt.reference, end: endOf(outcome), endedAt: clock.now() };
    if (outcome.outcome === 'not_sent' && tries < MAX_ATTEMPTS && isAlive()) {
      const next = newAttempt(dependencies, sale);
      const told = { ...started, updatedAt: ended.endedAt };
      const isOurs = await store.attemptAgain({
        ended,
        next,
        events: [
          eventOf(request.origin, told, 'answered', { attempt: attempt.reference, outcome: 'not_sent' }),
          eventOf(request.origin, told, 'sent', { attempt: next.reference }),
        ],
      });
      if (!isOurs) return keepLateAnswer(store, { ...sale, ...request }, ended);
      attempt = next;
      continue;
    }
    const finish = finishOf(dependencies, sale, ended, outcome);
    const finished = await untilStored(() => store.finish(finish));
    if (finished) return finish.transaction;
    return keepLateAnswer(store, { ...sale, ...request }, ended);
  }
}

function finishOf(
  dependencies: SendDependencies,
  { started, request, route, token }: Sale,
  ended: EndedAttempt,
  outcome: AuthorizeOutcome,
): Finish {
  const { schedule } = dependencies;
  const { endedAt } = ended;
  const away = outcome.outcome === 'authentication_required';
  const expiresAt = away
    ? Math.min(schedule.authenticationEnds(endedAt), Math.ceil(outcome.expiresAt))
    : undefined;
  const start = dependencies.authenticationUrls(token).start;
  const result = {
    ...resultOf(outcome, started.amount),
    ...(away ? { redirectUrl: start } : {}),
  };
  const transaction = { ...started, updatedAt: endedAt, result, version: started.version + 1 };
  const subject = {
    subject: ended.reference,
    transactionId: started.id,
    accountId: route.accountId,
    openedAt: endedAt,
  };
  return {
    attempt: ended,
    transaction,
    openCase:
      expiresAt === undefined
        ? openCaseOf(schedule, subject, ended.end)
        : newCase({
            ...subject,
            kind: 'authentication',
            nextAt: schedule.afterAuthentication(expiresAt, 0, endedAt),
          }),
    authentication:
      away && expiresAt !== undefined
        ? {
            token,
            transaction_id: started.id,
            attempt_reference: ended.reference,
            page_url: outcome.redirectUrl,
            expires_at: expiresAt,
            left_at: 0,
            asked_at: 0,
          }
        : undefined,
    idempotencyId: request.idempotency?.id,
    event: eventOf(request.origin, transaction, 'answered', {
      attempt: ended.reference,
      outcome: outcome.outcome,
      status: result.status,
      code: result.providerCode,
      reason: ended.end.reason,
    }),
  };
}

function openCaseOf(
  schedule: Schedule,
  subject: { subject: string; transactionId: string; accountId: number; openedAt: number },
  end: AttemptEnd,
) {
  if (end.state !== 'unknown') return undefined;
  const { openedAt } = subject;
  const nextAt = schedule.afterQuery(openedAt, 0, openedAt) ?? openedAt;
  return newCase({ ...subject, kind: 'attempt', nextAt });
}

async function callConnector(
  dependencies: SendDependencies,
  { route, started }: Sale,
  attempt: Attempt,
): Promise<AuthorizeOutcome> {
  const { provider } = route.connector;
  try {
    const outcome = aboutThisSale(started, withUsablePage(await route.connector.authorize(attempt)));
    dependencies.onOutcome(provider, outcome.outcome);
    return outcome;
  } catch (error) {
    dependencies.onConnectorError(provider, error);
    dependencies.onOutcome(provider, 'unknown');
    return { outcome: 'unknown', reason: 'the connector failed' };
  }
}

/** An answer about another amount or card proves nothing about this sale: recovery asks. */
function aboutThisSale(sale: Transaction, outcome: AuthorizeOutcome): AuthorizeOutcome {
  const isOther = outcome.outcome === 'approved' && !isAbout(sale, outcome.answer);
  return isOther ? { outcome: 'unknown', reason: 'the acquirer speaks of another charge' } : outcome;
}

function attemptOf({
  started,
  card,
  brand,
  plan,
  authentication,
}: Sale): Omit<Attempt, 'acquirerReference' | 'account'> {
  const { order } = started;
  return {
    amount: started.amount,
    kind: order.kind,
    capture: isCapturedAtOnce(order),
    installments: { count: order.installments, plan },
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
    authentication,
  };
}
