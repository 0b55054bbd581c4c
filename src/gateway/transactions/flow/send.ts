import { Refusal } from '../../../platform/refusal.ts';
import type { TransactionEvent } from '../../history/index.ts';
import type { AuthorizeOutcome } from '../../providers/index.ts';
import { callAged, matchesSale, sendPersisted } from '../acquirer-call.ts';
import { endedAttempt, type NewAttempt } from '../rules/attempt.ts';
import type { Order } from '../rules/order.ts';
import type { Transaction } from '../rules/transaction.ts';
import { type StoredOutcome, storeOutcome } from '../stores/store-outcome.ts';
import { endingChange, sentOutcome } from './ending-change.ts';
import { chargeBy, nextWay, type SentWay } from './next-way.ts';
import { type SaleResult, saleResult } from './results.ts';
import { answeredEvent, sentElsewhereEvent, sentSaleEvent } from './send-events.ts';
import type { SaleDependencies, StartedSale } from './started-sale.ts';

/**
 * Writes the attempt with its sale, in one commit, and returns the sale as stored. Undefined when another
 * attempt was faster; then nothing was written.
 */
export type PersistAttempt = (
  attempt: NewAttempt,
  event: TransactionEvent,
) => Promise<Transaction | undefined>;

interface PersistedAttempt extends SentWay {
  readonly attempt: NewAttempt;
  /** As stored at that point. */
  readonly transaction: Transaction;
}

/**
 * Persists the attempt, calls the acquirer once, stores the outcome; where that provably charged nothing, the payment may be
 * sent once more. When it cannot be stored the sale stays as persisted, for recovery. Undefined when `persist` wrote nothing.
 */
export async function send(
  dependencies: SaleDependencies,
  sale: StartedSale,
  persist: PersistAttempt,
): Promise<SaleResult | undefined> {
  const { nowMs = () => performance.now() } = dependencies;
  const begunMs = nowMs();
  const elapsedMs = () => nowMs() - begunMs;
  const way: SentWay = { prepared: sale.prepared, account: await sale.prepared.route.settings() };
  const isAlive = await dependencies.createFence();
  // The first event of a sale is written with its end; that of a link's payment with its start.
  const origin = sale.started.order.intention ? undefined : JSON.stringify(sale.request.origin);
  const attempt = await afterTries(dependencies, sale, { ...newAttempt(dependencies, sale, way), origin });
  const started = await persist(attempt, sentSaleEvent(sale, attempt));
  if (!started) return undefined;
  let last: PersistedAttempt = { ...way, attempt, transaction: started };
  try {
    const { transaction, outcome } = await sendPersisted<PersistedAttempt, AuthorizeOutcome>(last, isAlive, {
      call: (persisted) => charge(dependencies, sale, persisted, elapsedMs),
      end: (persisted, outcome) => endSale(dependencies, sale, persisted, outcome),
      again: async (persisted, outcome) => {
        const next = await nextWay(persisted, outcome, elapsedMs());
        const begun = next && (await beginAgain(dependencies, sale, persisted, { outcome, next }));
        if (begun?.next) last = begun.next;
        return begun;
      },
    });
    const declineClass = outcome.outcome === 'declined' ? outcome.decline.declineClass : undefined;
    const result = saleResult(dependencies.kinds, transaction, declineClass);
    await last.prepared.ended(result);
    return result;
  } catch (error) {
    // Something may have been charged: "try again" would invite the merchant to charge twice. What was stored
    // before the call is true and durable: status 10, which recovery resolves.
    dependencies.onOutcomeNotStored(error);
    const { transaction } = last;
    dependencies.unstored.add({ keyId: sale.request.idempotency?.id, answered: transaction.result });
    return saleResult(dependencies.kinds, transaction);
  }
}

function endSale(
  dependencies: SaleDependencies,
  sale: StartedSale,
  { attempt, transaction, prepared }: PersistedAttempt,
  outcome: AuthorizeOutcome,
): Promise<StoredOutcome> {
  const ended = endedAttempt(attempt, outcome, dependencies.clock.now());
  const sent = { ...sale, prepared };
  return storeOutcome(dependencies.store, transaction, sentOutcome(dependencies, sent, ended), (current) =>
    endingChange(dependencies, sent, current, ended, outcome),
  );
}

/**
 * Ends an attempt that provably charged nothing, and begins the next one in the same commit. Undefined when nothing may be
 * begun any more.
 */
async function beginAgain(
  dependencies: SaleDependencies,
  sale: StartedSale,
  { attempt, transaction, prepared }: PersistedAttempt,
  { outcome, next: way }: { readonly outcome: AuthorizeOutcome; readonly next: SentWay },
): Promise<(StoredOutcome & { readonly next?: PersistedAttempt }) | undefined> {
  const ended = endedAttempt(attempt, outcome, dependencies.clock.now());
  const begun = newAttempt(dependencies, sale, way);
  const next = after(begun, [attempt]);
  const isElsewhere = way.prepared !== prepared;
  const sent = { ...sentOutcome(dependencies, { ...sale, prepared }, ended), begins: next.reference };
  try {
    const kept = await storeOutcome(dependencies.store, transaction, sent, (current) => ({
      transaction: current,
      at: next.createdAt,
      order: isElsewhere ? movedTo(way.prepared.order, current.order) : undefined,
      attempt: { from: 'sending', to: ended },
      newAttempt: next,
      rowBeside: way.prepared.rowOf?.(current, next),
      events: [
        answeredEvent(sale, ended, outcome),
        isElsewhere ? sentElsewhereEvent(sale, next, attempt) : sentSaleEvent(sale, next),
      ],
    }));
    if (!kept.isApplied) return kept;
    return { ...kept, next: { ...way, attempt: next, transaction: kept.transaction } };
  } catch (error) {
    // The shop may begin nothing more, and this charged nothing.
    if (error instanceof Refusal) return undefined;
    throw error;
  }
}

function movedTo({ provider, providerVersion, payment }: Order, order: Order): Order {
  return { ...order, provider, providerVersion, payment };
}

/** Tries are told apart by their times, also those of one millisecond or of a clock that has been set back. */
function after(attempt: NewAttempt, tries: readonly Pick<NewAttempt, 'createdAt'>[]): NewAttempt {
  const last = Math.max(...tries.map(({ createdAt }) => createdAt));
  return { ...attempt, createdAt: Math.max(attempt.createdAt, last + 1) };
}

/** The try of an intention comes after those that it had before. */
async function afterTries(
  { store }: Pick<SaleDependencies, 'store'>,
  { started: { id, order } }: Pick<StartedSale, 'started'>,
  attempt: NewAttempt,
): Promise<NewAttempt> {
  return order.intention ? after(attempt, await store.attemptsOf(id)) : attempt;
}

function newAttempt(
  { newReference, holder, clock }: SaleDependencies,
  { started }: StartedSale,
  { prepared: { route, routing, mask } }: SentWay,
): NewAttempt {
  return {
    reference: newReference(),
    transactionId: started.id,
    accountId: route.accountId,
    provider: route.connector.provider,
    state: 'sending',
    createdAt: clock.now(),
    holder,
    mask: started.order.intention && mask,
    routing,
  };
}

async function charge(
  dependencies: SaleDependencies,
  { started }: StartedSale,
  persisted: PersistedAttempt,
  elapsedMs: () => number,
): Promise<AuthorizeOutcome> {
  const { reference } = persisted.attempt;
  const outcome = await callAged(dependencies, reference, async () =>
    aboutThisSale(dependencies, started, await chargeBy(persisted, reference, elapsedMs())),
  );
  dependencies.onOutcome(persisted.prepared.route.connector.provider, outcome.outcome);
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
