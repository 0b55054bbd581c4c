export { categoryOperations } from './routes.ts';
export { saveCategory } from './save.ts';
export { findCategory, type ProductCategory, selectCategories, selectNewestCategories } from './store.ts';
export { type CategoryTables, categoryMigrations } from './tables.ts';
