import { authenticationMigrations } from './authentication/tables.ts';
import { idempotencyMigrations } from './idempotency/tables.ts';
import { movementMigrations } from './movements/tables.ts';
import { recoveryMigrations } from './recovery/tables.ts';
import { transactionTableMigrations } from './tables.ts';

export { authenticationUrls } from './authentication/authentication.ts';
export { forgetAuthentications } from './authentication/forget.ts';
export { resolveAuthentication } from './authentication/resume.ts';
export { registerBuyerPages } from './authentication/routes.ts';
export { createAuthenticationStore } from './authentication/store.ts';
export { createIdempotency } from './idempotency/idempotency.ts';
export { retryCases, settleByOperator } from './recovery/by-operator.ts';
export { createSchedule } from './recovery/case.ts';
export { recoveryJob } from './recovery/recover.ts';
export { type CaseStore, createCaseStore } from './recovery/store.ts';
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
