import type { Database } from '../../../platform/database/index.ts';
import type { MoneyTables } from '../tables/receivables-table.ts';

/** Small, because each commit holds up every other write. */
const SALES_AT_ONCE = 200;

type FeesRow = MoneyTables['fee_tables'];
type Place = Pick<MoneyTables['receivables'], 'due_day' | 'transaction_id'>;

/** Marks the lines of sales to which new fees apply, part by part. What is interrupted begins again. */
export async function applyNewFees(database: Database, signal: AbortSignal): Promise<void> {
  const pending = await database
    .readAside<MoneyTables>()
    .selectFrom('fee_tables')
    .selectAll()
    .where('pending', '=', 1)
    .execute();
  for (const fees of pending) {
    let place: Place | undefined = { due_day: fees.first_day, transaction_id: '' };
    while (place && !signal.aborted) place = await markSome(database, fees, place);
    if (signal.aborted) return;
    await database.write(async (write) => {
      await write
        .tables<MoneyTables>()
        .updateTable('fee_tables')
        .set({ pending: 0 })
        .where('person_id', '=', fees.person_id)
        .where('provider', '=', fees.provider)
        .where('first_day', '=', fees.first_day)
        // Set anew meanwhile, it is applied anew.
        .where('created_at', '=', fees.created_at)
        .execute();
    });
  }
}

/** Money never comes before its sale: lines are found by the day on which they are due. */
async function markSome(
  database: Database,
  { person_id: merchantId, provider, first_day: firstDay }: FeesRow,
  place: Place,
): Promise<Place | undefined> {
  const rows = await database
    .readAside<MoneyTables>()
    .selectFrom('receivables')
    .select(['transaction_id', 'due_day', 'provider', 'capture_day', 'line'])
    .where('merchant_id', '=', merchantId)
    .where('due_day', '>=', place.due_day)
    .where(({ or, and, eb }) =>
      place.transaction_id === ''
        ? and([])
        : or([
            eb('due_day', '>', place.due_day),
            and([eb('due_day', '=', place.due_day), eb('transaction_id', '>', place.transaction_id)]),
          ]),
    )
    .orderBy('due_day')
    .orderBy('transaction_id')
    .orderBy('line')
    .limit(SALES_AT_ONCE)
    .execute();
  const ids = rows
    .filter((row) => row.line === 1 && row.provider === provider && row.capture_day >= firstDay)
    .map(({ transaction_id: id }) => id);
  if (ids.length > 0) {
    await database.write(async (write) => {
      await write
        .tables<MoneyTables>()
        .updateTable('receivables')
        .set({ version: -1 })
        .where('transaction_id', 'in', ids)
        .where('line', '=', 1)
        .execute();
    });
  }
  return rows.length === SALES_AT_ONCE ? rows.at(-1) : undefined;
}
