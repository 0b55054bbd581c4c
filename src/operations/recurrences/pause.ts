import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { Recurrence } from './recurrence.ts';
import { cancelEntries, pauseRecurrenceRow } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

/**
 * Pauses a recurrence, or lets it go on: the months whose day has come meanwhile are not charged, the others keep their days.
 * What is being charged at this moment ends by its outcome. A second time changes nothing. Refusal: not_found.
 */
export async function pauseRecurrence(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  request: { readonly personId: number; readonly id: number; readonly paused: boolean },
  written: Written<Recurrence>,
): Promise<Recurrence> {
  return database.write(async (transaction) => {
    const at = clock.now();
    const tables = transaction.tables<RecurrenceTables>();
    const changed = await pauseRecurrenceRow(tables, { ...request, at });
    if (!changed) throw operationRefuse('not_found');
    const { recurrence, pausedAt } = changed;
    if (!request.paused && pausedAt !== undefined) await cancelEntries(tables, recurrence.id, at, pausedAt);
    await written(transaction, recurrence);
    return recurrence;
  });
}
