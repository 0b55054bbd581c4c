export { terminalOperations } from './routes.ts';
export { terminalMigrations } from './tables.ts';
