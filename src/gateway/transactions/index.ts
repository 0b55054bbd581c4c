export { resolveAuthentication } from './authentication/resume.ts';
export { authenticationSweep } from './authentication/sweep.ts';
export { type DemoSale, demoMoment, demoSale } from './demo/demo-sale.ts';
export { insertDemoSales, removeDemoSales } from './demo/demo-store.ts';
export { isPostBackUrl, isReturnUrl } from './http/addresses.ts';
export { registerBuyerPages } from './http/buyer-routes.ts';
export { fieldRefusal } from './http/field-refusal.ts';
export { IdempotencyHeaders, idempotencyKeyOf } from './http/idempotency-header.ts';
export { checkPaymentKind } from './http/payment-kind.ts';
export { returnUrlOf } from './http/return-url.ts';
export { registerTransactionRoutes } from './http/routes.ts';
export { GatewayError, MAX_EMAIL, NewTransactionBody } from './http/schema.ts';
export { searchedBody } from './http/searched-body.ts';
export { writeTransaction } from './http/wire.ts';
export { createIdempotency } from './idempotency/idempotency.ts';
export type { MovementOption, MoveResult } from './movements/results.ts';
export { createPayments, type IntendRequest, type Payments } from './payments.ts';
export type { DayOfSales } from './reading/days.ts';
export type { SaleFilter } from './reading/sale-filter.ts';
export {
  createSalesReader,
  type ListedSale,
  type SalesPage,
  type SalesReader,
} from './reading/sales-reader.ts';
export {
  authenticationUrls,
  type CardPayment,
  type CaseStore,
  closedAmong,
  createAuthenticationStore,
  createCaseStore,
  createIntentionStore,
  createRecoverySchedule,
  createTransactionStore,
  createUnstoredOutcomes,
  detailText,
  ensureDays,
  fillSearchColumns,
  type Intention,
  isPayable,
  LinkUsedUp,
  type LinkUses,
  type Outbox,
  type PlannedPostback,
  type RecoveryCase,
  readStatus,
  reasonText,
  reclaimRoom,
  STATUS_NAMES,
  Status,
  saleStandOf,
  statusText,
  type Transaction,
  type TransactionStore,
  transactionMigrations,
  transactionRefuse,
  waitingCases,
  withAttemptUnderWay,
  wordText,
} from './record/index.ts';
export {
  retryCases,
  SETTLED_STATUSES,
  type SettlingOption,
  settleByOperator,
  settlingOptions,
} from './recovery/by-operator.ts';
export { recoveryJob } from './recovery/recover.ts';
export type { NewIntention } from './sale/create-intention.ts';
export { declineOf } from './sale/decline-of.ts';
export { intentionExpiry } from './sale/end-intention.ts';
export { createIntentionTokens } from './sale/intention-token.ts';
export {
  type BuyerPayment,
  type PayRefusal,
  type PayResult,
  refusalOfChoice,
  wantsCard,
} from './sale/pay-intention.ts';
