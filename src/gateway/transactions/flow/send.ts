import { Refusal } from '../../../platform/refusal.ts';
import type { Origin, TransactionEvent } from '../../history/index.ts';
import type { AuthorizeOutcome } from '../../providers/index.ts';
import {
  callAged,
  matchesSale,
  maxProcessingMs,
  type SenderDependencies,
  sendPersisted,
} from '../acquirer-call.ts';
import { type Attempt, endedAttempt, type NewAttempt } from '../rules/attempt.ts';
import { resultOf } from '../rules/authorization-results.ts';
import { newCase, type RecoveryCase } from '../rules/case.ts';
import type { Change } from '../rules/change.ts';
import type { Claim, IdempotencyKey } from '../rules/idempotency-key.ts';
import { resultAfterAttempt } from '../rules/intention.ts';
import type { RecoverySchedule } from '../rules/schedule.ts';
import { Status, type Transaction } from '../rules/transaction.ts';
import { type SentOutcome, type StoredOutcome, storeOutcome } from '../stores/store-outcome.ts';
import type { PreparedPayment, TryNames } from './prepared.ts';
import { type SaleResult, saleResult } from './results.ts';
import { answeredEvent, sentSaleEvent } from './send-events.ts';

export interface SaleDependencies extends SenderDependencies {
  /** Called with every outcome, for the metrics. */
  onOutcome(provider: string, outcome: string): void;
}

/** What a request carries besides the sale itself. */
export interface SaleRequest {
  readonly merchantId: number;
  readonly origin: Origin;
  /** The idempotency key to claim with the sale. */
  readonly idempotency: Claim | undefined;
  /** The id of the transaction to make; undefined: any. */
  readonly newId?: string | undefined;
}

/** A checked sale, ready to be sent. */
export interface StartedSale {
  readonly request: SaleRequest;
  readonly started: Transaction;
  readonly prepared: PreparedPayment;
}

/**
 * Writes the attempt with its sale, in one commit, and returns the sale as stored. Undefined when another
 * attempt was faster; then nothing was written.
 */
export type PersistAttempt = (
  attempt: NewAttempt,
  event: TransactionEvent,
) => Promise<Transaction | undefined>;

interface PersistedAttempt {
  readonly attempt: NewAttempt;
  /** As stored at that point. */
  readonly transaction: Transaction;
}

/** What nobody is asked about has its answer from the start. */
export function claimOf(
  { idempotency }: SaleRequest,
  { id, result }: Transaction,
  stand: 'under way' | 'answered',
): IdempotencyKey | undefined {
  if (!idempotency) return undefined;
  const answer = stand === 'answered' ? JSON.stringify(result) : undefined;
  return { ...idempotency, transactionId: id, answer };
}

/**
 * Persists the attempt, calls the acquirer once, stores the outcome. When it cannot be stored the sale stays
 * as persisted, for recovery. Undefined when `persist` wrote nothing.
 */
export async function send(
  dependencies: SaleDependencies,
  sale: StartedSale,
  persist: PersistAttempt,
): Promise<SaleResult | undefined> {
  const account = await sale.prepared.route.settings();
  const isAlive = await dependencies.createFence();
  // The first event of a sale is written with its end; that of a link's payment with its start.
  const origin = sale.started.order.intention ? undefined : JSON.stringify(sale.request.origin);
  const attempt = { ...newAttempt(dependencies, sale), origin };
  const started = await persist(attempt, sentSaleEvent(sale, attempt));
  if (!started) return undefined;
  try {
    const { transaction, outcome } = await sendPersisted<PersistedAttempt, AuthorizeOutcome>(
      { attempt, transaction: started },
      isAlive,
      {
        call: ({ attempt: { reference } }) =>
          charge(dependencies, sale, { acquirerReference: reference, account }),
        end: (persisted, outcome) => endSale(dependencies, sale, persisted, outcome),
        again: async (persisted, outcome) => {
          try {
            return await beginAgain(dependencies, sale, persisted, outcome);
          } catch (error) {
            if (!(error instanceof Refusal)) throw error;
            // The shop may begin nothing more, and this was not sent.
            return endSale(dependencies, sale, persisted, outcome);
          }
        },
      },
    );
    const declineClass = outcome.outcome === 'declined' ? outcome.decline.declineClass : undefined;
    const result = saleResult(dependencies.kinds, transaction, declineClass);
    await sale.prepared.ended(result);
    return result;
  } catch (error) {
    // Something may have been charged: "try again" would invite the merchant to charge twice. What was stored
    // before the call is true and durable: status 10, which recovery resolves.
    dependencies.onOutcomeNotStored(error);
    dependencies.unstored.add({ keyId: sale.request.idempotency?.id, answered: started.result });
    return saleResult(dependencies.kinds, started);
  }
}

function endSale(
  dependencies: SaleDependencies,
  sale: StartedSale,
  { attempt, transaction }: PersistedAttempt,
  outcome: AuthorizeOutcome,
): Promise<StoredOutcome> {
  const ended = endedAttempt(attempt, outcome, dependencies.clock.now());
  return storeOutcome(dependencies.store, transaction, sentOutcome(dependencies, sale, ended), (current) =>
    endingChange(dependencies, sale, current, ended, outcome),
  );
}

/** Ends an attempt that was not sent, and begins the next one in the same commit. */
async function beginAgain(
  dependencies: SaleDependencies,
  sale: StartedSale,
  { attempt, transaction }: PersistedAttempt,
  outcome: AuthorizeOutcome,
): Promise<StoredOutcome & { readonly next?: PersistedAttempt }> {
  const ended = endedAttempt(attempt, outcome, dependencies.clock.now());
  const next = newAttempt(dependencies, sale);
  const kept = await storeOutcome(
    dependencies.store,
    transaction,
    sentOutcome(dependencies, sale, ended),
    (current) => ({
      transaction: current,
      at: next.createdAt,
      attempt: { from: 'sending', to: ended },
      newAttempt: next,
      rowBeside: sale.prepared.rowOf?.(current, next),
      events: [answeredEvent(sale, ended, outcome), sentSaleEvent(sale, next)],
    }),
  );
  return kept.isApplied ? { ...kept, next: { attempt: next, transaction: kept.transaction } } : kept;
}

function newAttempt(
  { newReference, holder, clock }: SaleDependencies,
  { started, prepared: { route, routing, mask } }: StartedSale,
): NewAttempt {
  return {
    reference: newReference(),
    transactionId: started.id,
    accountId: route.accountId,
    state: 'sending',
    createdAt: clock.now(),
    holder,
    mask: started.order.intention && mask,
    routing,
  };
}

async function charge(
  dependencies: SaleDependencies,
  { prepared, started }: StartedSale,
  names: TryNames,
): Promise<AuthorizeOutcome> {
  const outcome = await callAged(dependencies, names.acquirerReference, async () =>
    aboutThisSale(dependencies, started, await prepared.charge(names)),
  );
  dependencies.onOutcome(prepared.route.connector.provider, outcome.outcome);
  return outcome;
}

/** An answer about another charge proves nothing about this sale: recovery asks. */
function aboutThisSale(
  { kinds }: SaleDependencies,
  sale: Transaction,
  outcome: AuthorizeOutcome,
): AuthorizeOutcome {
  const isOther = outcome.outcome === 'approved' && !matchesSale(kinds, sale, outcome.answer);
  return isOther ? { outcome: 'unknown', reason: 'the acquirer speaks of another charge' } : outcome;
}

/** The sale with its outcome, and a case when the outcome is not known yet. */
function endingChange(
  { schedule, kinds }: SaleDependencies,
  sale: StartedSale,
  transaction: Transaction,
  ended: Attempt & { readonly endedAt: number },
  outcome: AuthorizeOutcome,
): Change {
  const { request, prepared } = sale;
  const at = ended.endedAt;
  const isAway = outcome.outcome === 'buyer_awaited';
  const answered = resultAfterAttempt(transaction, resultOf(outcome, transaction, kinds), at);
  const away = isAway ? sendAway(prepared, outcome, ended, schedule) : undefined;
  const result = away ? { ...answered, redirectUrl: away.redirectUrl } : answered;
  const isWatched = away ? away.watchedBy === 'recovery' : ended.state === 'unknown';
  return {
    transaction,
    at,
    result,
    isFirstResult: true,
    // Of an intention the merchant knows no attempt yet: it is as it was.
    withoutPostback: result.status === Status.intention && transaction.order.intention !== undefined,
    attempt: { from: 'sending', to: ended },
    openCase: isWatched ? caseOf(schedule, sale, ended, away?.expiresAt ?? at) : undefined,
    rowBeside: away?.row,
    key: request.idempotency && { kind: 'answer', id: request.idempotency.id, result },
    events: [answeredEvent(sale, ended, outcome, result)],
  };
}

function sendAway(
  prepared: PreparedPayment,
  { nextAction, expiresAt: end }: Extract<AuthorizeOutcome, { outcome: 'buyer_awaited' }>,
  ended: Attempt & { readonly endedAt: number },
  schedule: RecoverySchedule,
) {
  const latest = nextAction.kind === 'redirect' ? schedule.authenticationEnds(ended.endedAt) : Infinity;
  const expiresAt = Math.min(latest, Math.ceil(end));
  return { ...prepared.sendAway({ nextAction, expiresAt }, ended), expiresAt };
}

/** For recovery: a buyer who is away until `awayUntil`, or an outcome that nobody knows. */
function caseOf(
  schedule: RecoverySchedule,
  { prepared: { route }, started }: StartedSale,
  { reference, endedAt: at, state }: Attempt & { readonly endedAt: number },
  awayUntil: number,
): RecoveryCase {
  const isAway = state === 'waiting';
  return newCase({
    subject: reference,
    transactionId: started.id,
    accountId: route.accountId,
    kind: isAway ? 'buyer' : 'attempt',
    openedAt: at,
    nextAt: isAway ? schedule.afterAuthentication(awayUntil, 0, at) : (schedule.afterQuery(at, 0, at) ?? at),
  });
}

function sentOutcome(
  { kinds }: SaleDependencies,
  { prepared: { route }, started, request: { origin, idempotency } }: StartedSale,
  ended: Attempt,
): SentOutcome {
  return {
    subject: ended.reference,
    kind: 'attempt',
    end: ended,
    accountId: route.accountId,
    maxProcessingMs: maxProcessingMs(kinds, route, started),
    idempotencyId: idempotency?.id,
    lateAnswer: {
      kind: 'late_answer',
      origin,
      details: {
        subject: ended.reference,
        outcome: ended.state,
        theirId: ended.theirId,
        code: ended.rawCode,
      },
    },
  };
}
