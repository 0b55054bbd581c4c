import type { Route } from '../../acquirers/index.ts';
import { capabilitiesOf } from '../../acquirers/index.ts';
import type { Origin } from '../../history/index.ts';
import {
  type AttemptState,
  type CaseRow,
  type Claim,
  type EndedAttempt,
  newCase,
  type Transaction,
  type TransactionStore,
} from '../record/index.ts';

/** Each further one only because somebody else changed the transaction at that very moment. */
const MAX_WRITES = 8;
/** Answers after which money may be held or taken. */
const MAY_HAVE_CHARGED: ReadonlySet<AttemptState> = new Set(['approved', 'authenticating', 'unknown']);

/**
 * Recovery took the attempt over while its answer was on the way: the answer is evidence, the store is the truth. Where
 * the store says by then that nothing was charged and the answer does not, recovery looks once more, and takes back what
 * it finds.
 */
export async function keepLateAnswer(
  store: TransactionStore,
  sale: {
    readonly started: Transaction;
    readonly route: Route;
    readonly origin: Origin;
    readonly idempotency: Claim | undefined;
  },
  { reference, end, endedAt }: EndedAttempt,
): Promise<Transaction> {
  const { started, route, origin, idempotency } = sale;
  const { maxProcessingMs } = capabilitiesOf(route, started.order).timing;
  let stored = started;
  for (let writes = 0; writes < MAX_WRITES; writes += 1) {
    stored = (await store.find(started.merchantId, started.id)) ?? stored;
    const attempts = await store.attemptsOf(started.id);
    const believedAbsent = attempts.some((one) => one.reference === reference && one.state === 'absent');
    const openCase: CaseRow | undefined =
      believedAbsent && MAY_HAVE_CHARGED.has(end.state)
        ? newCase({
            subject: reference,
            transactionId: started.id,
            accountId: route.accountId,
            kind: 'recheck',
            openedAt: endedAt,
            nextAt: end.state === 'unknown' ? Math.ceil(endedAt + maxProcessingMs) : endedAt,
          })
        : undefined;
    const written = await store.change({
      transaction: stored,
      at: endedAt,
      ...(openCase === undefined ? {} : { openCase }),
      ...(idempotency ? { idempotencyAnswer: { id: idempotency.id, result: stored.result } } : {}),
      events: [
        {
          transactionId: started.id,
          at: endedAt,
          kind: 'late_answer',
          origin,
          details: {
            attempt: reference,
            outcome: end.state,
            theirId: end.answer.theirId,
            code: end.answer.rawCode,
          },
        },
      ],
    });
    if (written) return stored;
  }
  throw new Error(`transaction ${started.id} is being changed by too many at once`);
}
