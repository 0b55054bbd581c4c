export { insertDefaultProduct } from './add-default.ts';
export { readDecimal } from './decimal.ts';
export { deleteCategory } from './delete-category.ts';
export type { Product } from './product.ts';
export { productOperations } from './routes.ts';
export { type ProductToSave, prepareProductPhoto, type SavedProduct, saveProduct } from './save.ts';
export {
  releaseStock,
  reserveStock,
  returnStock,
  type StockedItem,
  takeReservedStock,
} from './stock.ts';
export { findDefaultProduct, findProduct, findProducts, selectNewestProducts } from './store.ts';
export { type ProductTables, productMigrations } from './tables.ts';
