import type { Kysely } from 'kysely';
import { ENTRY_KIND, type Shift, type ShiftEntry, type ShiftSum } from './shift.ts';
import { SHIFT_ENTRIES, SHIFTS, type ShiftTables } from './tables.ts';

type Tables = Kysely<ShiftTables>;

export async function insertShift(tables: Tables, shift: Shift): Promise<void> {
  await tables.insertInto('till_shifts').values(SHIFTS.toRow(shift)).execute();
}

/** The shift must be locked. */
export async function updateShift(tables: Tables, shift: Shift): Promise<void> {
  const { id, ...row } = SHIFTS.toRow(shift);
  await tables.updateTable('till_shifts').set(row).where('id', '=', id).execute();
}

/**
 * Reads and locks the open shift of a terminal until the commit: a sale that is paid while its till is closed stands either
 * in that closing or in none.
 */
export async function lockOpenShift(tables: Tables, terminalId: number): Promise<Shift | undefined> {
  const row = await tables
    .updateTable('till_shifts')
    .set((shift) => ({ opened_at: shift.ref('opened_at') }))
    .where('terminal_id', '=', terminalId)
    .where('closed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  return row && SHIFTS.fromRow(row);
}

export async function lockShift(tables: Tables, personId: number, id: number): Promise<Shift | undefined> {
  const row = await tables
    .updateTable('till_shifts')
    .set((shift) => ({ opened_at: shift.ref('opened_at') }))
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returningAll()
    .executeTakeFirst();
  return row && SHIFTS.fromRow(row);
}

export async function findShift(tables: Tables, personId: number, id: number): Promise<Shift | undefined> {
  const row = await tables
    .selectFrom('till_shifts')
    .selectAll()
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && SHIFTS.fromRow(row);
}

export async function findOpenShift(
  tables: Tables,
  personId: number,
  terminalId: number,
): Promise<Shift | undefined> {
  const row = await tables
    .selectFrom('till_shifts')
    .selectAll()
    .where('terminal_id', '=', terminalId)
    .where('closed_at', 'is', null)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && SHIFTS.fromRow(row);
}

/** Newest first. */
export async function selectShifts(
  tables: Tables,
  { personId, terminalId }: { readonly personId: number; readonly terminalId: number | undefined },
  { beforeId, limit }: { readonly beforeId: number | undefined; readonly limit: number },
): Promise<readonly Shift[]> {
  let query = tables.selectFrom('till_shifts').selectAll().where('person_id', '=', personId);
  if (terminalId !== undefined) query = query.where('terminal_id', '=', terminalId);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(SHIFTS.fromRow);
}

/** The shift must be locked. */
export async function insertEntry(tables: Tables, entry: ShiftEntry): Promise<void> {
  await tables.insertInto('till_shift_entries').values(SHIFT_ENTRIES.toRow(entry)).execute();
}

export async function sumEntries(tables: Tables, shiftId: number): Promise<readonly ShiftSum[]> {
  const rows = await tables
    .selectFrom('till_shift_entries')
    .select(({ fn }) => [
      'kind',
      'method_id',
      'operator_id',
      fn.countAll().as('count'),
      fn.sum('amount').as('amount'),
    ])
    .where('shift_id', '=', shiftId)
    .groupBy(['kind', 'method_id', 'operator_id'])
    .execute();
  return rows.map((row) => ({
    kind: row.kind as ShiftSum['kind'],
    methodId: row.method_id,
    operatorId: row.operator_id ?? undefined,
    count: Number(row.count),
    amount: Number(row.amount),
  }));
}

/** Cash put in and taken out, the oldest first. */
export async function selectCashMoves(
  tables: Tables,
  shiftId: number,
  limit: number,
): Promise<readonly ShiftEntry[]> {
  const rows = await tables
    .selectFrom('till_shift_entries')
    .selectAll()
    .where('shift_id', '=', shiftId)
    .where('kind', 'in', [ENTRY_KIND.supply, ENTRY_KIND.withdrawal])
    .orderBy('source_id')
    .limit(limit)
    .execute();
  return rows.map(SHIFT_ENTRIES.fromRow);
}
