import type { Kysely } from 'kysely';
import { ACTIVE } from '../../persons/record/store.ts';
import type { CheckoutId } from './checkout-id.ts';
import type { CheckoutIdTables } from './tables.ts';
import { CHECKOUT_IDS, type StoredCheckoutId } from './tables.ts';

export async function insertCheckoutId(tables: Kysely<CheckoutIdTables>, item: CheckoutId): Promise<void> {
  const stored = { ...item, origins: JSON.stringify(item.origins) };
  await tables.insertInto('checkout_ids').values(CHECKOUT_IDS.toRow(stored)).execute();
  await insertOrigins(tables, item, item.origins);
}

/** Whether an id in use of an active person, or of this one, names the origin. */
export async function isOriginNamed(
  tables: Kysely<CheckoutIdTables>,
  origin: string,
  personId?: number,
): Promise<boolean> {
  const row = await tables
    .selectFrom('checkout_origins')
    .innerJoin('persons', 'persons.id', 'checkout_origins.person_id')
    .select('checkout_origins.person_id')
    .where('origin', '=', origin)
    .where('persons.status', '=', ACTIVE)
    .$if(personId !== undefined, (query) => query.where('checkout_origins.person_id', '=', personId ?? 0))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Newest first, the revoked ones too. */
export async function selectCheckoutIds(
  tables: Kysely<CheckoutIdTables>,
  personId: number,
  limit: number,
): Promise<readonly CheckoutId[]> {
  const rows = await tables
    .selectFrom('checkout_ids')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => toCheckoutId(CHECKOUT_IDS.fromRow(row)));
}

/** Not revoked, and of an active person. */
export async function findUsable(
  tables: Kysely<CheckoutIdTables>,
  publicId: string,
): Promise<CheckoutId | undefined> {
  const row = await tables
    .selectFrom('checkout_ids')
    .innerJoin('persons', 'persons.id', 'checkout_ids.person_id')
    .selectAll('checkout_ids')
    .where('public_id', '=', publicId)
    .where('revoked_at', 'is', null)
    .where('persons.status', '=', ACTIVE)
    .executeTakeFirst();
  return row && toCheckoutId(CHECKOUT_IDS.fromRow(row));
}

export async function countUsable(tables: Kysely<CheckoutIdTables>, personId: number): Promise<number> {
  const { count } = await tables
    .selectFrom('checkout_ids')
    .select((column) => column.fn.countAll<number>().as('count'))
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/** Within a write. Changes one that is not revoked and returns it; undefined when there is none. */
export async function updateUsable(
  tables: Kysely<CheckoutIdTables>,
  { id, personId }: { readonly id: number; readonly personId: number },
  change: { readonly origins: readonly string[] } | { readonly revokedAt: number },
): Promise<CheckoutId | undefined> {
  const row = await tables
    .updateTable('checkout_ids')
    .set('origins' in change ? { origins: JSON.stringify(change.origins) } : { revoked_at: change.revokedAt })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  await tables.deleteFrom('checkout_origins').where('checkout_id', '=', id).execute();
  if ('origins' in change) await insertOrigins(tables, { id, personId }, change.origins);
  return toCheckoutId(CHECKOUT_IDS.fromRow(row));
}

async function insertOrigins(
  tables: Kysely<CheckoutIdTables>,
  { id, personId }: Pick<CheckoutId, 'id' | 'personId'>,
  origins: readonly string[],
): Promise<void> {
  if (origins.length === 0) return;
  const rows = origins.map((origin) => ({ origin, person_id: personId, checkout_id: id }));
  await tables.insertInto('checkout_origins').values(rows).execute();
}

function toCheckoutId(stored: StoredCheckoutId): CheckoutId {
  return { ...stored, origins: JSON.parse(stored.origins) as readonly string[] };
}
