export { operatorOperations } from './routes.ts';
export { findOperator, findOperatorNames } from './store.ts';
export { type OperatorTables, operatorMigrations } from './tables.ts';
