import { authenticationMigrations } from './authentication/tables.ts';
import { idempotencyMigrations } from './idempotency/tables.ts';
import { movementMigrations } from './movements/tables.ts';
import { recoveryMigrations } from './recovery/tables.ts';
import { transactionTableMigrations } from './tables.ts';

export { authenticationUrls } from './authentication/authentication.ts';
export { createSchedule } from './recovery/case.ts';
export { transactionRefuse } from './refusals.ts';
export { registerTransactionRoutes } from './routes.ts';
export { createTransactionStore, type TransactionStore } from './store.ts';
export { Status, type Transaction } from './transaction.ts';
export { writeTransaction } from './wire.ts';

export const transactionMigrations = {
  ...transactionTableMigrations,
  ...authenticationMigrations,
  ...movementMigrations,
  ...recoveryMigrations,
  ...idempotencyMigrations,
};
