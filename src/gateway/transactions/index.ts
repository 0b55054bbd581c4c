export { transactionRefuse } from './refusals.ts';
export { registerTransactionRoutes } from './routes.ts';
export { createTransactionStore, type TransactionStore } from './store.ts';
export { transactionMigrations } from './tables.ts';
export { Status, type Transaction } from './transaction.ts';
export { writeTransaction } from './wire.ts';
