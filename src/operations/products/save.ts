import type { Kysely } from 'kysely';
import type { Written } from '../../accounts/options.ts';
import { type Database, lockSequence, type WriteTransaction } from '../../platform/database/index.ts';
import { newRecordId } from '../interface/new-record.ts';
import { operationRefuse } from '../interface/refusals.ts';
import type { RequestSender } from '../interface/sender.ts';
import type { Edited } from '../interface/texts.ts';
import type { Photos, PreparedPhoto } from '../photos/index.ts';
import { type CategoryTables, findCategory, type ProductCategory } from '../product-categories/index.ts';
import { blankProduct, changedProduct, type Product, type ProductChanges } from './product.ts';
import { refuseProduct } from './refusals.ts';
import { findProduct, insertProduct, updateProduct } from './store.ts';
import type { ProductTables } from './tables.ts';

export interface SaveOptions {
  readonly database: Database;
  readonly photos: Pick<Photos, 'prepare' | 'keep' | 'assign'>;
}

export interface ProductToSave {
  readonly personId: number;
  /** Undefined: a new one. */
  readonly id: number | undefined;
  /** Undefined: keeps the current one; a new product gets the person's oldest. */
  readonly categoryId: number | undefined;
  readonly changes: ProductChanges;
  /** Base64. */
  readonly photo: Edited<string>;
}

export interface SavedProduct {
  readonly product: Product;
  readonly category: ProductCategory;
}

type Tables = ProductTables & CategoryTables;

/**
 * Decodes the sent photo, if any, after checking that the product may be saved. Null removes the photo. Refusals:
 * category_missing, not_found, photo_invalid, photos_busy.
 */
export async function prepareProductPhoto(
  { database, photos }: SaveOptions,
  request: ProductToSave,
  sender: RequestSender,
): Promise<Edited<PreparedPhoto>> {
  if (request.photo === undefined || request.photo === null) return request.photo;
  await placeOf(database.read<Tables>(), request);
  const prepared = await photos.prepare(request.photo, sender);
  if (!prepared) throw refuseProduct('photo_invalid', { field: 'fotBase64' });
  return prepared;
}

/**
 * Adds a product, or edits the one with the id. Refusals: category_missing while the person has none, not_found,
 * photos_exceeded, records_exceeded.
 */
export async function saveProduct(
  { database, photos }: SaveOptions,
  request: ProductToSave,
  photo: Edited<PreparedPhoto>,
  written: Written<Product>,
): Promise<SavedProduct> {
  const photoId = photo && (await photos.keep(photo, request.personId));
  return database.write(async (transaction) => {
    // One at a time, so that concurrent edits do not overwrite each other.
    if (request.id !== undefined) await lockSequence(transaction, 'product');
    const { found, category } = await placeOf(transaction.tables<Tables>(), request);
    const before = found ?? (await newProduct(transaction, request.personId));
    const product = changedProduct(before, request.changes, { categoryId: category.id, photoId });
    const tables = transaction.tables<ProductTables>();
    const quantitySent = request.changes.quantity !== undefined;
    await (found ? updateProduct(tables, product, { quantitySent }) : insertProduct(tables, product));
    if (photoId !== undefined) {
      const naming = { personId: request.personId, replaced: before.photoId };
      await photos.assign(transaction, { photoId: photoId ?? undefined, ...naming });
    }
    await written(transaction, product);
    return { product, category };
  });
}

async function newProduct(transaction: WriteTransaction, personId: number): Promise<Product> {
  return blankProduct(await newRecordId(transaction, 'product', personId), personId);
}

/** The product to edit, if any, and the category that it will be in. */
async function placeOf(
  tables: Kysely<Tables>,
  { personId, id, categoryId }: ProductToSave,
): Promise<{ found: Product | undefined; category: ProductCategory }> {
  if (!(await findCategory(tables, personId, undefined))) throw refuseProduct('category_missing');
  const found = id === undefined ? undefined : await findProduct(tables, personId, id);
  if (id !== undefined && !found) throw operationRefuse('not_found');
  const category = await findCategory(tables, personId, categoryId ?? found?.categoryId);
  if (!category) throw operationRefuse('not_found', { message: 'Categoria de produto não encontrada.' });
  return { found, category };
}
