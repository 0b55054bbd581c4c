import { randomInt } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type Database, lockTables, type WriteTransaction } from '../database/index.ts';
import { type Figures, readFigures, SUMS_OF_FIGURES } from '../figures.ts';

const SHARDS = 16;

/**
 * This process's, in tables of figures by day: instances seldom share one, and where they do they wait for each other for a
 * moment.
 */
export const OWN_SHARD = randomInt(SHARDS);

/** A table of figures by owner, local day, status, shard and what it keeps apart besides; the time zone of its days is in another, `<name>_zone`. */
export interface DaysTable {
  readonly name: string;
  /** Its column. */
  readonly owner: string;
  /** Columns by which figures are kept apart besides. */
  readonly apart?: readonly string[];
  /** The table of the records, where counting them again changes these too; commits write there first. */
  readonly changedToo?: string;
}

/** Local days, both inclusive; of the statuses `evenBefore` also the days before. */
export interface WantedDays {
  readonly ownerId?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly evenBefore?: readonly number[] | undefined;
}

/** The sums of all shards; `Apart`: the columns that the table keeps apart. */
export async function sumsByDay<Apart extends object>(
  tables: Kysely<object>,
  table: DaysTable,
  wanted: WantedDays,
): Promise<readonly (Figures & Apart & { readonly day: string; readonly status: number })[]> {
  const { apart = [] } = table;
  const sums = storedDays(tables, table, wanted)
    .select(['day', 'status', ...SUMS_OF_FIGURES])
    .select(apart.map((name) => sql.ref(name).as(name)))
    .groupBy(['day', 'status'])
    .groupBy(apart.map((name) => sql.ref(name)))
    .orderBy('day')
    .orderBy('status');
  const rows = await apart.reduce((ordered, name) => ordered.orderBy(sql.ref(name)), sums).execute();
  return rows.map((row) => ({ ...(row as typeof row & Apart), ...readFigures(row) }));
}

/** The sums of all the days. */
export async function sumsByStatus(
  tables: Kysely<object>,
  table: DaysTable,
  wanted: WantedDays,
): Promise<readonly (Figures & { readonly status: number })[]> {
  const rows = await storedDays(tables, table, wanted)
    .select(['status', ...SUMS_OF_FIGURES])
    .groupBy('status')
    .orderBy('status')
    .execute();
  return rows.map(({ status, ...sums }) => ({ status, ...readFigures(sums) }));
}

function storedDays(
  tables: Kysely<object>,
  { name, owner }: DaysTable,
  { ownerId, from, to, evenBefore = [] }: WantedDays,
) {
  let days = tables.selectFrom(sql.table<{ day: string; status: number }>(name).as('days'));
  if (ownerId !== undefined) days = days.where(sql.ref(owner), '=', ownerId);
  if (from !== undefined) {
    days = days.where((row) =>
      row.or([row('day', '>=', from), ...(evenBefore.length > 0 ? [row('status', 'in', evenBefore)] : [])]),
    );
  }
  return to === undefined ? days : days.where('day', '<=', to);
}

/**
 * Counts all records again when the figures are not those of this time zone: in a database that had none yet, and after the
 * setting was changed. To be called at the start, before any record is written. A migration that changes what is counted
 * sets a zone that no setting names. `count` is given the zone of before; empty: there were no figures.
 */
export async function recountInZone(
  database: Database,
  { name, changedToo }: DaysTable,
  timeZone: string,
  count: (write: WriteTransaction, known: string) => Promise<void>,
): Promise<void> {
  const zone = sql.table(`${name}_zone`);
  const stored = await sql<Zone>`select time_zone from ${zone}`.execute(database.read<object>());
  if (stored.rows[0]?.time_zone === timeZone) return;
  await database.write(async (write) => {
    const tables = write.tables<object>();
    // Locks the row until the commit: of several instances that start at once one counts.
    const { rows } = await sql<Zone>`insert into ${zone} (id, time_zone) values (1, '')
      on conflict (id) do update set id = excluded.id returning time_zone`.execute(tables);
    const { time_zone: known } = rows[0] ?? { time_zone: '' };
    if (known === timeZone) return;
    // An instance that still runs with the other zone would add what is counted here, too.
    await lockTables(database, write, [...(changedToo === undefined ? [] : [changedToo]), name]);
    await sql`delete from ${sql.table(name)}`.execute(tables);
    await count(write, known);
    await sql`update ${zone} set time_zone = ${timeZone}`.execute(tables);
  });
}

interface Zone {
  readonly time_zone: string;
}
