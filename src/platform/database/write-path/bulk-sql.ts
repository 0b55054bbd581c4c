import { columnName } from '../column-name.ts';
import type { BulkTable, BulkUpdate, ColumnType, Engine } from '../database.ts';

// Bulk writes bypass the query builder: their SQL text is made once per table, because building it for each
// batch would cost more than running it. Names come from our own code, never from a request.

const quote = (name: string): string => `"${columnName(name)}"`;

/** What an insert must know of its table. */
export type InsertedTable = Pick<BulkTable<object>, 'name' | 'columns' | 'adding' | 'keeping' | 'prepending'>;

export interface BulkStatement {
  readonly sql: string;
  /** Names of the values in a row, in the order of the parameters. */
  readonly columns: readonly string[];
}

/**
 * SQLite runs it once per row; PostgreSQL once for all rows, with one array per column. With `newOnly`, a row whose key is
 * there already is left out, and the keys of the others are returned.
 */
export function insertStatement(engine: Engine, table: InsertedTable, newOnly?: string): BulkStatement {
  const types = table.columns as Readonly<Record<string, ColumnType>>;
  const columns = Object.keys(types);
  const target = `insert into ${quote(table.name)} (${columns.map(quote).join(', ')})`;
  const source =
    engine === 'sqlite'
      ? `values (${columns.map(() => '?').join(', ')})`
      : unnested(columns.map((column) => types[column] ?? 'text'));
  if (newOnly === undefined) return { sql: `${target} ${source}${conflictOf(table)}`, columns };
  const returning = engine === 'sqlite' ? '' : ` returning ${quote(newOnly)} as bulk_key`;
  return { sql: `${target} ${source} on conflict (${quote(newOnly)}) do nothing${returning}`, columns };
}

function conflictOf({ name, adding, keeping, prepending }: Omit<InsertedTable, 'columns'>): string {
  if (prepending) {
    const { key, text, length, sets } = prepending;
    const longer = `excluded.${quote(text)} || ${quote(name)}.${quote(text)}`;
    const set = sets.map((column) => `, ${quote(column)} = excluded.${quote(column)}`).join('');
    return ` on conflict (${quote(key)}) do update set ${quote(text)} = substr(${longer}, 1, ${length})${set}`;
  }
  if (keeping) return ` on conflict (${keeping.map(quote).join(', ')}) do nothing`;
  if (!adding) return '';
  const { key, sums } = adding;
  const added = sums.map((sum) => `${quote(sum)} = ${quote(name)}.${quote(sum)} + excluded.${quote(sum)}`);
  return ` on conflict (${key.map(quote).join(', ')}) do update set ${added.join(', ')}`;
}

/** Parameters: key, guard, then the values in the order of `set`. */
export function updateStatement(engine: Engine, update: BulkUpdate<string, string, object>): BulkStatement {
  const set = update.set as Readonly<Record<string, ColumnType>>;
  const columns = Object.keys(set);
  const key = quote(update.key.column);
  const guard = quote(update.guard.column);
  if (engine === 'sqlite') {
    const assignments = columns.map((column, index) => `${quote(column)} = ?${index + 3}`).join(', ');
    const sql = `update ${quote(update.table)} set ${assignments} where ${key} = ?1 and ${guard} = ?2`;
    return { sql, columns };
  }
  const assignments = columns.map((column) => `${quote(column)} = v.${quote(column)}`).join(', ');
  const source = unnested([
    update.key.type,
    update.guard.type,
    ...columns.map((column) => set[column] ?? 'text'),
  ]);
  const names = ['bulk_key', 'bulk_guard', ...columns].map(quote).join(', ');
  const sql =
    `update ${quote(update.table)} t set ${assignments} from (${source}) as v(${names}) ` +
    `where t.${key} = v.bulk_key and t.${guard} = v.bulk_guard returning t.${key} as bulk_key`;
  return { sql, columns };
}

/**
 * A row for each element of the arrays. Not `from unnest(…)`: PostgreSQL copies each array that stands there into a store of its
 * own before it reads the first row.
 */
function unnested(types: readonly ColumnType[]): string {
  return `select ${types.map((type, index) => `unnest($${index + 1}::${type}[])`).join(', ')}`;
}

/**
 * One statement may not write a row twice: of rows with one key the first stays and the others are
 * undefined, as if they had come a moment later and lost.
 */
export function firstOfEachKey<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => unknown,
): readonly (Row | undefined)[] {
  const seen = new Set<unknown>();
  return rows.map((row) => {
    const key = keyOf(row);
    if (seen.has(key)) return undefined;
    seen.add(key);
    return row;
  });
}
