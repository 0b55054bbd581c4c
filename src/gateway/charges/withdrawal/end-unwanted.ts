import type { QueryOutcome } from '../../providers/index.ts';
import { resolvedAttempt } from '../../transactions/rules/attempt.ts';
import { retryChange } from '../../transactions/stores/change-until.ts';
import { judgeCharge } from '../judge.ts';
import type { ChargeDependencies, OpenCharge } from '../open-charge.ts';

/**
 * Of an intention that was paid by card, or ended, while its code was out: the code is removed, and what came for it is given
 * back. False while the bank has not confirmed that.
 */
export async function endUnwanted(
  { store, clock }: ChargeDependencies,
  { charge, found, route, ids }: OpenCharge,
  query: QueryOutcome,
): Promise<boolean> {
  const verdict = judgeCharge(query);
  if (verdict.kind === 'open' || verdict.kind === 'ask_again') {
    const outcome = await route.connector.void(ids, undefined);
    if (outcome.outcome !== 'done') return false;
  }
  await retryChange(store, found, async (current) => {
    const attempt = (await store.attemptsOf(current.id)).find(
      ({ reference }) => reference === charge.reference,
    );
    if (attempt?.state !== 'waiting') return undefined;
    const now = clock.now();
    return {
      transaction: current,
      at: now,
      attempt: { from: 'waiting', to: resolvedAttempt(attempt, 'undone', {}, now) },
      // A person may have been asked.
      closeCase: charge.reference,
      events: [
        {
          kind: 'resolved',
          origin: { kind: 'recovery' },
          details: {
            subject: charge.reference,
            outcome: 'undone',
            from: current.result.status,
            status: current.result.status,
          },
        },
      ],
    };
  });
  return true;
}
