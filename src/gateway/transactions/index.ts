import { authenticationMigrations } from './record/tables/authentications.ts';
import { recoveryMigrations } from './record/tables/cases.ts';
import { idempotencyMigrations } from './record/tables/idempotency.ts';
import { movementMigrations } from './record/tables/movements.ts';
import { transactionTableMigrations } from './record/tables/transactions.ts';

export { forgetAuthentications } from './authentication/forget.ts';
export { resolveAuthentication } from './authentication/resume.ts';
export { registerBuyerPages } from './http/buyer-routes.ts';
export { registerTransactionRoutes } from './http/routes.ts';
export { writeTransaction } from './http/wire.ts';
export { createIdempotency } from './idempotency/idempotency.ts';
export { authenticationUrls } from './record/authentication.ts';
export { createAuthenticationStore } from './record/authentication-store.ts';
export { createSchedule } from './record/case.ts';
export { type CaseStore, createCaseStore } from './record/case-store.ts';
export { createTransactionStore, type TransactionStore } from './record/store.ts';
export { Status, type Transaction } from './record/transaction.ts';
export { retryCases, settleByOperator } from './recovery/by-operator.ts';
export { recoveryJob } from './recovery/recover.ts';
export { transactionRefuse } from './refusals.ts';

export const transactionMigrations = {
  ...transactionTableMigrations,
  ...authenticationMigrations,
  ...movementMigrations,
  ...recoveryMigrations,
  ...idempotencyMigrations,
};
