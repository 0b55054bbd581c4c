import { type Kysely, PostgresAdapter, sql } from 'kysely';

interface Part {
  readonly definition: string;
}

/**
 * On PostgreSQL, orders the columns of a table by their alignment, so that no bytes are lost between them: 8 to 16 of a row. Only
 * of a table without rows, such as in a new database; to write all rows of a large one again would not be worth it. `small`
 * columns of whole numbers get a narrower type.
 */
export async function packColumns(
  database: Kysely<unknown>,
  table: string,
  small: Readonly<Record<string, 'integer' | 'smallint'>> = {},
): Promise<void> {
  if (!(database.getExecutor().adapter instanceof PostgresAdapter)) return;
  const anyRow = await sql`select from ${sql.table(table)} limit 1`.execute(database);
  if (anyRow.rows.length > 0) return;

  for (const [column, type] of Object.entries(small)) {
    await sql.raw(`alter table "${table}" alter column "${column}" type ${type}`).execute(database);
  }
  const columns =
    await sql<Part>`select concat_ws(' ', quote_ident(attname), format_type(atttypid, atttypmod), 'collate ' || collation_name,
        'default ' || pg_get_expr(adbin, adrelid), case when attnotnull then 'not null' end) as definition
    from pg_attribute
    join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
    left join lateral (select quote_ident(collname) as collation_name from pg_collation
      where pg_collation.oid = attcollation and attcollation <> typcollation) as other on true
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
    order by typlen < 0, array_position(array['d', 'i', 's', 'c'], typalign::text), attnum`.execute(database);
  const constraints = await sql<Part>`select format('constraint %I %s', conname, pg_get_constraintdef(oid))
      as definition
    from pg_constraint where conrelid = ${table}::regclass and contype in ('p', 'u', 'c', 'f')
    order by conname`.execute(database);
  const indexes = await sql<Part>`select pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass
      and not exists (select from pg_constraint where conindid = indexrelid and contype in ('p', 'u'))
    order by indexrelid`.execute(database);

  const run = (text: string) => sql.raw(text).execute(database);
  await run(`drop table "${table}"`);
  const definitions = [...columns.rows, ...constraints.rows].map(({ definition }) => definition);
  await run(`create table "${table}" (${definitions.join(', ')})`);
  for (const { definition } of indexes.rows) await run(definition);
}
