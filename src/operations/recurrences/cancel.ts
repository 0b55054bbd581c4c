import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { Recurrence } from './recurrence.ts';
import { cancelEntries, cancelRecurrenceRow } from './store.ts';
import type { RecurrenceTables } from './tables.ts';

/**
 * Cancels what is left of a recurrence; a second time changes nothing. An entry that is being charged at this moment ends by
 * its outcome, and is not tried again. Refusal: not_found.
 */
export async function cancelRecurrence(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  { personId, id }: { readonly personId: number; readonly id: number },
  written: Written<Recurrence>,
): Promise<Recurrence> {
  return database.write(async (transaction) => {
    const at = clock.now();
    const tables = transaction.tables<RecurrenceTables>();
    const canceled = await cancelRecurrenceRow(tables, { personId, id, at });
    if (!canceled) throw operationRefuse('not_found');
    await cancelEntries(tables, id, at);
    await written(transaction, canceled);
    return canceled;
  });
}
