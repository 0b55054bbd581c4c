export type { Operator } from './operator.ts';
export { OperatorRecord, operatorOperations, writeOperator } from './routes.ts';
export { findOperator, findOperatorByTypedLogin, findOperatorNames, selectActiveOperators } from './store.ts';
export { type OperatorTables, operatorMigrations } from './tables.ts';
