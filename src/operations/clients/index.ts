export { clientOperations } from './routes.ts';
export { clientMigrations } from './tables.ts';
