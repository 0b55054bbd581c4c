export { insertDefaultProduct } from './add-default.ts';
export { productOperations } from './routes.ts';
export { productMigrations } from './tables.ts';
