import type { Members, SearchColumns } from '../rules/kind.ts';

/** How a member is stored in the JSON of an order. */
export interface StoredMember {
  /** Its name in the JSON. Rows have these: they never change. */
  readonly short: string;
  /** Not stored when it has this value. */
  readonly usual?: unknown;
  /** Not stored when this column says the same. */
  readonly column?: keyof SearchColumns;
  readonly parts?: StoredMembers;
  /** Its member is absent, not undefined, when it is not known. */
  readonly optional?: true;
  /** For values that version 0.2 stored in another form. */
  readonly read?: (stored: unknown, columns: SearchColumns) => unknown;
}

export type StoredMembers = Readonly<Record<string, StoredMember>>;

/** For members that stand in no column. */
export const NOTHING_SEARCHED: SearchColumns = {
  provider: undefined,
  kind: undefined,
  installments: undefined,
  brand: undefined,
  last4: undefined,
  customerKey: undefined,
  customerDocument: undefined,
};

/** By their short names, without what is as usual and what the columns say. */
export function writeMembers(table: StoredMembers, members: object, columns: SearchColumns): Members {
  const stored: Record<string, unknown> = {};
  // Each sale writes these: a list of entries would be made anew each time.
  for (const name in table) {
    const { short, usual, column, parts } = table[name] as StoredMember;
    const value = (members as Members)[name];
    if (value === undefined || value === (column ? columns[column] : usual)) continue;
    stored[short] = parts ? writeMembers(parts, value as object, columns) : value;
  }
  return stored;
}

/** Of whichever version. */
export function readMembers(
  table: StoredMembers,
  stored: Members,
  columns: SearchColumns,
): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  Object.entries(table).forEach(([name, field], position) => {
    // Version 0.1 stored whole names, version 0.2 some lists, with null for what is absent.
    const value = Array.isArray(stored) ? stored[position] : (stored[field.short] ?? stored[name]);
    const known = readValue(field, value ?? undefined, columns);
    if (known !== undefined || !field.optional) members[name] = known;
  });
  return members;
}

function readValue(
  { column, usual, parts, read }: StoredMember,
  value: unknown,
  columns: SearchColumns,
): unknown {
  if (value === undefined) return (column && columns[column]) ?? usual;
  if (parts) return readMembers(parts, value as Members, columns);
  return read ? read(value, columns) : value;
}
