import { nextId, type WriteTransaction } from '../../platform/index.ts';
import { defaultProduct } from './product.ts';
import { insertProduct } from './store.ts';
import type { ProductTables } from './tables.ts';

/** Gives a person that was just added its default product, in the same transaction. */
export async function insertDefaultProduct(transaction: WriteTransaction, personId: number): Promise<void> {
  const id = await nextId(transaction, 'product');
  await insertProduct(transaction.tables<ProductTables>(), defaultProduct(id, personId));
}
