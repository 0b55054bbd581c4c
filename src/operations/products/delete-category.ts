import type { Database, WriteTransaction } from '../../platform/database/index.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { CategoryTables } from '../product-categories/index.ts';
import { refuseProduct } from './refusals.ts';
import type { ProductTables } from './tables.ts';

/** Deletes a category that no product is in, inactive ones included. Refusals: not_found, category_in_use. */
export function deleteCategory(
  database: Database,
  { id, personId }: { readonly id: number; readonly personId: number },
  written: (transaction: WriteTransaction) => Promise<void>,
): Promise<void> {
  return database.write(async (transaction) => {
    const tables = transaction.tables<CategoryTables & ProductTables>();
    const product = await tables
      .selectFrom('products')
      .select('name')
      .where('person_id', '=', personId)
      .where('category_id', '=', id)
      .limit(1)
      .executeTakeFirst();
    if (product) throw refuseProduct('category_in_use');
    const deleted = await tables
      .deleteFrom('product_categories')
      .where('id', '=', id)
      .where('person_id', '=', personId)
      .returning('id')
      .executeTakeFirst();
    if (!deleted) throw operationRefuse('not_found');
    await written(transaction);
  });
}
