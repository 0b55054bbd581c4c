import type { GuardedRow } from '../database.ts';
import { arrayLiteral } from './array-literal.ts';

/** The parameters of a bulk insert: an array for each column. */
export function columnArrays(rows: readonly object[], columns: readonly string[]): string[] {
  return columns.map((column) => arrayLiteral(rows.map((row) => (row as Record<string, unknown>)[column])));
}

/** The parameters of a bulk update: the keys, what the guard must be, then the values. */
export function guardedArrays(rows: readonly GuardedRow<object>[], columns: readonly string[]): string[] {
  const values = columnArrays(
    rows.map((row) => row.values),
    columns,
  );
  return [arrayLiteral(rows.map((row) => row.key)), arrayLiteral(rows.map((row) => row.expected)), ...values];
}
