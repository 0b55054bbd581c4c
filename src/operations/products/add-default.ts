import { nextId, type WriteTransaction } from '../../platform/database/index.ts';
import { defaultProduct } from './product.ts';
import { insertProduct } from './store.ts';
import type { ProductTables } from './tables.ts';

/** Adds the default product of a new person, in the same transaction. */
export async function insertDefaultProduct(transaction: WriteTransaction, personId: number): Promise<void> {
  const id = await nextId(transaction, 'product');
  await insertProduct(transaction.tables<ProductTables>(), defaultProduct(id, personId));
}
