import type { BulkTable, ColumnType } from './database.ts';

/**
 * Throws for a row that an engine would refuse, or that the two would store differently: a text with NUL, a
 * number that is not a safe integer, a missing value. The error names table and column, never the value.
 */
export function checkRow<Row extends object>(table: BulkTable<Row>, row: Row): void {
  const columns = table.columns as Readonly<Record<string, ColumnType>>;
  for (const column in columns) {
    const value = (row as Readonly<Record<string, unknown>>)[column];
    const isAbsent = value === undefined || value === null;
    const isFit = isAbsent ? mayBeAbsent(table.nullable, column) : fits(value, columns[column] ?? 'text');
    if (!isFit) throw new TypeError(`${table.name}.${column} cannot be ${describe(value)}`);
  }
}

function mayBeAbsent(nullable: readonly string[] | undefined, column: string): boolean {
  return nullable === undefined || nullable.includes(column);
}

function fits(value: unknown, type: ColumnType): boolean {
  if (type === 'bigint') return Number.isSafeInteger(value);
  return typeof value === 'string' && !value.includes('\0');
}

function describe(value: unknown): string {
  if (value === undefined || value === null) return 'absent';
  return typeof value === 'string'
    ? 'a text with NUL, or a text where a number belongs'
    : `this ${typeof value}`;
}
