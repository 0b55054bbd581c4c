import type { Written } from '../../accounts/options.ts';
import type { Database } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import { insertCategory, type ProductCategory, renameCategory } from './store.ts';
import type { CategoryTables } from './tables.ts';

/** Adds a category, or renames the one with the id. Refusals: not_found, records_exceeded. */
export function saveCategory(
  database: Database,
  request: { readonly id: number | undefined; readonly personId: number; readonly name: string },
  written: Written<ProductCategory>,
): Promise<ProductCategory> {
  const { personId, name } = request;
  return database.write(async (transaction) => {
    const tables = transaction.tables<CategoryTables>();
    if (request.id !== undefined) {
      const category = { id: request.id, personId, name };
      if (!(await renameCategory(tables, category))) throw operationRefuse('not_found');
      await written(transaction, category);
      return category;
    }
    const category = { id: await newRecordId(transaction, 'product_category', personId), personId, name };
    await insertCategory(tables, category);
    await written(transaction, category);
    return category;
  });
}
