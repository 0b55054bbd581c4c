import type { Kysely } from 'kysely';
import type { PageBelow } from '../../platform/text/search-newest.ts';
import type { ListPage } from '../interface/long-list.ts';
import type { CategoryTables } from './tables.ts';

type Tables = Kysely<CategoryTables>;

export interface ProductCategory {
  readonly id: number;
  readonly personId: number;
  readonly name: string;
}

export async function insertCategory(tables: Tables, category: ProductCategory): Promise<void> {
  await tables
    .insertInto('product_categories')
    .values({ id: category.id, person_id: category.personId, name: category.name })
    .execute();
}

/** False when the person has no such category. */
export async function renameCategory(tables: Tables, category: ProductCategory): Promise<boolean> {
  const row = await tables
    .updateTable('product_categories')
    .set({ name: category.name })
    .where('id', '=', category.id)
    .where('person_id', '=', category.personId)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** The person's category with this id or, without an id, its oldest. */
export async function findCategory(
  tables: Tables,
  personId: number,
  id: number | undefined,
): Promise<ProductCategory | undefined> {
  let query = tables
    .selectFrom('product_categories')
    .select(['id', 'name'])
    .where('person_id', '=', personId);
  if (id !== undefined) query = query.where('id', '=', id);
  const row = await query.orderBy('id').limit(1).executeTakeFirst();
  return row && { ...row, personId };
}

/** In the order of the ids. */
export async function selectCategoryPage(
  tables: Tables,
  personId: number,
  page: ListPage,
): Promise<readonly ProductCategory[]> {
  const rows = await tables
    .selectFrom('product_categories')
    .select(['id', 'name'])
    .where('person_id', '=', personId)
    .where('id', '>', page.afterId)
    .orderBy('id')
    .limit(page.limit)
    .execute();
  return rows.map((row) => ({ ...row, personId }));
}

export async function selectCategories(
  tables: Tables,
  personId: number,
): Promise<readonly ProductCategory[]> {
  const rows = await tables
    .selectFrom('product_categories')
    .select(['id', 'name'])
    .where('person_id', '=', personId)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ ...row, personId }));
}

/** Newest first. */
export async function selectNewestCategories(
  tables: Tables,
  personId: number,
  { beforeId, limit }: PageBelow,
): Promise<readonly ProductCategory[]> {
  let query = tables
    .selectFrom('product_categories')
    .select(['id', 'name'])
    .where('person_id', '=', personId);
  if (beforeId !== undefined) query = query.where('id', '<', beforeId);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({ ...row, personId }));
}
