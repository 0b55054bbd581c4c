import type { Clock } from '../../../../platform/time/clock.ts';
import type { ChargeStore } from '../../../charges/charge-store.ts';
import { openCharge } from '../../../charges/open-charge.ts';
import type { ChargeRoutes } from '../../../providers/index.ts';
import type { Attempt } from '../../../transactions/rules/attempt.ts';
import { restarted } from '../../../transactions/rules/case.ts';
import type { PaymentKinds } from '../../../transactions/rules/kind.ts';
import type { CaseStore } from '../../../transactions/stores/case-store.ts';
import { retryChange } from '../../../transactions/stores/change-until.ts';
import type { TransactionStore } from '../../../transactions/stores/store.ts';

export interface LearnDependencies {
  readonly kinds: PaymentKinds;
  readonly charges: Pick<ChargeStore, 'byReference'>;
  readonly store: Pick<TransactionStore, 'findAny' | 'attemptsOf' | 'movementsOf' | 'change'>;
  readonly cases: Pick<CaseStore, 'caseOf'>;
  readonly routes: ChargeRoutes;
  readonly clock: Clock;
}

/**
 * The answer to the registration of a slip was lost, and with it the bank's own name for it, which alone leads to it at some
 * banks. A notice that tells the name proves nothing: the bank is asked by it, and must answer with our slip. Then it is kept,
 * and recovery goes on, though it was left to a person by now.
 */
export async function learnName(
  dependencies: LearnDependencies,
  reference: string,
  theirId: string,
): Promise<void> {
  const { charges, store, cases, routes, clock } = dependencies;
  const charge = await charges.byReference(reference);
  const open = charge && (await openCharge({ ...dependencies, acquirers: routes }, charge));
  if (!open || !isNameless(open.attempt)) return;
  const asked = await open.route.connector.query({ ...open.ids, theirId });
  if (asked.outcome !== 'found') return;
  await retryChange(store, open.found, async (transaction) => {
    const attempts = await store.attemptsOf(transaction.id);
    const attempt = attempts.find((one) => one.reference === reference);
    if (!attempt || !isNameless(attempt)) return undefined;
    const now = clock.now();
    const row = await cases.caseOf(reference);
    return {
      transaction,
      at: now,
      attempt: { from: attempt.state, to: { ...attempt, theirId } },
      openCase: row && restarted(row, now),
      events: [{ kind: 'taken_over', origin: { kind: 'recovery' }, details: { subject: reference } }],
    };
  });
}

function isNameless({ state, theirId }: Attempt): boolean {
  return theirId === undefined && state !== 'sending';
}
