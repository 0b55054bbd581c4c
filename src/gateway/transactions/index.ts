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
  retryCases,
  SETTLED_STATUSES,
  type SettlingOption,
  settleByOperator,
  settlingOptions,
} from './recovery/by-operator.ts';
export { recoveryJob } from './recovery/recover.ts';
export type { RecoveryCase } from './rules/case.ts';
export { detailText, wordText } from './rules/detail-text.ts';
export { withAttemptUnderWay } from './rules/events-of-change.ts';
export { isDeniedTry, isPayable, isUnpaid, lastTryOf } from './rules/intention.ts';
export type { Intention } from './rules/order.ts';
export { reasonText } from './rules/reason-text.ts';
export { transactionRefuse } from './rules/refusals.ts';
export { createRecoverySchedule } from './rules/schedule.ts';
export { STATUS_NAMES, statusText } from './rules/status-names.ts';
export { readStatus, Status, type Transaction } from './rules/transaction.ts';
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
export { type AuthenticationPages, createAuthenticationPages } from './stores/authentication-pages.ts';
export { createAuthenticationStore } from './stores/authentication-store.ts';
export { type CaseStore, createCaseStore } from './stores/case-store.ts';
export { closedAmong } from './stores/closed-among.ts';
export { ensureDays } from './stores/day-figures-store.ts';
export { fillSearchColumns } from './stores/fill-search-columns.ts';
export { createIntentionStore } from './stores/intention-store.ts';
export { LinkUsedUp, type LinkUses } from './stores/link-uses.ts';
export type { Outbox, PlannedPostback } from './stores/outbox.ts';
export { reclaimRoom } from './stores/reclaim-room.ts';
export { createTransactionStore, type TransactionStore } from './stores/store.ts';
export { createUnstoredOutcomes } from './stores/unstored-outcomes.ts';
export { waitingSales } from './stores/waiting.ts';
export { transactionMigrations } from './tables/migrations.ts';
