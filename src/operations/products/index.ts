export { insertDefaultProduct } from './add-default.ts';
export type { Product, ProductChanges } from './product.ts';
export { productOperations } from './routes.ts';
export { type ProductToSave, prepareProductPhoto, type SavedProduct, saveProduct } from './save.ts';
export { findProduct, selectNewestProducts } from './store.ts';
export { type ProductTables, productMigrations } from './tables.ts';
