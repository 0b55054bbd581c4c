export { resolveAuthentication } from './authentication/resume.ts';
export { authenticationSweep } from './authentication/sweep.ts';
export { type DemoSale, demoMoment, demoSale } from './demo/demo-sale.ts';
export { insertDemoSales, removeDemoSales } from './demo/demo-store.ts';
export { isPostBackUrl } from './http/addresses.ts';
export { registerBuyerPages } from './http/buyer-routes.ts';
export { registerTransactionRoutes } from './http/routes.ts';
export { writeTransaction } from './http/wire.ts';
export { createIdempotency } from './idempotency/idempotency.ts';
export type { MovementOption, MoveResult } from './movements/results.ts';
export { createPayments, type Payments } from './payments.ts';
export type { DayOfSales } from './reading/days.ts';
export type { SaleFilter, SaleView } from './reading/sale-filter.ts';
export { createSalesReader, type ListedSale, type SalesReader } from './reading/sales-reader.ts';
export {
  authenticationUrls,
  type CaseStore,
  createAuthenticationStore,
  createCaseStore,
  createRecoverySchedule,
  createTransactionStore,
  detailText,
  ensureDays,
  fillSearchColumns,
  type Outbox,
  type PlannedPostback,
  reasonText,
  STATUS_NAMES,
  Status,
  statusText,
  type Transaction,
  type TransactionStore,
  transactionMigrations,
  transactionRefuse,
  wordText,
} from './record/index.ts';
export { retryCases, settleByOperator } from './recovery/by-operator.ts';
export { recoveryJob } from './recovery/recover.ts';
