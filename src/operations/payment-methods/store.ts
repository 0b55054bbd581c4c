import type { Kysely } from 'kysely';
import type { NarrowingTables } from './tables.ts';

type Tables = Kysely<NarrowingTables>;

/** Undefined: all methods. */
export async function findNarrowing(
  tables: Tables,
  personId: number,
): Promise<ReadonlySet<number> | undefined> {
  const row = await tables
    .selectFrom('payment_method_narrowings')
    .select('methods')
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row && new Set(row.methods.split(',').map(Number));
}

export async function setNarrowing(
  tables: Tables,
  personId: number,
  methodIds: readonly number[],
): Promise<void> {
  const methods = methodIds.join(',');
  await tables
    .insertInto('payment_method_narrowings')
    .values({ person_id: personId, methods })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ methods }))
    .execute();
}

export async function deleteNarrowing(tables: Tables, personId: number): Promise<void> {
  await tables.deleteFrom('payment_method_narrowings').where('person_id', '=', personId).execute();
}
