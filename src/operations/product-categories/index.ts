export { categoryOperations } from './routes.ts';
export { findCategory, type ProductCategory, selectCategories } from './store.ts';
export { type CategoryTables, categoryMigrations } from './tables.ts';
