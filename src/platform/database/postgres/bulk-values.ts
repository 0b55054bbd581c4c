import type { BulkTable, BulkUpdate, ColumnType, GuardedRow } from '../database.ts';
import type { ColumnValues } from './array-bytes.ts';

/** The parameters of a bulk insert: an array for each column. */
export function insertedValues(
  { columns }: Pick<BulkTable<object>, 'columns'>,
  rows: readonly object[],
): readonly ColumnValues[] {
  return Object.entries<ColumnType>(columns).map(([name, type]) => ({ type, rows, name }));
}

/** The parameters of a bulk update: the keys, what the guard must be, then the values. */
export function updatedValues(
  { key, guard, set }: BulkUpdate<string, string, object>,
  rows: readonly GuardedRow<object>[],
): readonly ColumnValues[] {
  const values = insertedValues(
    { columns: set },
    rows.map((row) => row.values),
  );
  return [{ type: key.type, rows, name: 'key' }, { type: guard.type, rows, name: 'expected' }, ...values];
}
