import { type ColumnName, columnName } from './column-name.ts';
import type { BulkTable, BulkUpdate, ColumnType } from './database.ts';

type Member<Item> = keyof Item & string;

/** A row as the database has it: names in snake case, and null where the record has undefined. */
export type RowOf<Item> = {
  [Name in Member<Item> as ColumnName<Name>]-?: undefined extends Item[Name]
    ? Exclude<Item[Name], undefined> | null
    : Item[Name];
};

type ColumnKind<Value> = Exclude<Value, undefined> extends string ? 'text' | 'uuid' : 'bigint';

/** Every member of a record once, in the order of the columns; `?`: may be absent. */
type Columns<Item> = {
  readonly [Name in Member<Item>]-?: undefined extends Item[Name]
    ? `${ColumnKind<Item[Name]>}?`
    : ColumnKind<Item[Name]>;
};

/**
 * A table and its record type: the only place that names the columns. A member missing on either side does
 * not compile. Absent is undefined in the record and NULL in the table. Bulk writes take records; only the
 * query builder needs rows.
 */
export interface Table<Item extends object> extends BulkTable<Item> {
  toRow(item: Item): RowOf<Item>;
  fromRow(row: RowOf<Item>): Item;
  /** The same table with some of its columns. */
  only<Name extends Member<Item>>(names: readonly Name[]): Table<Pick<Item, Name>>;
  /** An update of some columns by key, where a guard still has the expected value. */
  update<Name extends Member<Item>>(
    key: Member<Item>,
    guard: Member<Item>,
    names: readonly Name[],
  ): BulkUpdate<string, string, Pick<Item, Name>>;
}

export function defineTable<Item extends object>(name: string, columns: Columns<Item>): Table<Item> {
  return tableOf(name, columns) as unknown as Table<Item>;
}

type Values = Readonly<Record<string, unknown>>;

function tableOf(name: string, kinds: Values) {
  const names = Object.keys(kinds);
  const typeOf = (member: string) => String(kinds[member]).replace('?', '') as ColumnType;
  const typesOf = (members: readonly string[]) =>
    Object.fromEntries(members.map((member) => [member, typeOf(member)]));
  const pairs = names.map((member) => [member, columnName(member)] as const);
  return {
    name,
    columns: typesOf(names),
    nullable: names.filter((member) => String(kinds[member]).endsWith('?')),
    toRow: (item: Values) =>
      Object.fromEntries(pairs.map(([member, column]) => [column, item[member] ?? null])),
    fromRow: (row: Values) =>
      Object.fromEntries(pairs.map(([member, column]) => [member, row[column] ?? undefined])),
    only: (members: readonly string[]) =>
      tableOf(name, Object.fromEntries(members.map((member) => [member, kinds[member]]))),
    update: (key: string, guard: string, members: readonly string[]) => ({
      table: name,
      key: { column: key, type: typeOf(key) },
      guard: { column: guard, type: typeOf(guard) },
      set: typesOf(members),
    }),
  };
}
