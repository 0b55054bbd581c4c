export type { PreparedPayment } from './flow/prepared.ts';
export { type SaleResult, saleResult } from './flow/results.ts';
export { send } from './flow/send.ts';
export { startSale } from './flow/start.ts';
export { claimOf, type SaleDependencies, type SaleRequest } from './flow/started-sale.ts';
export { createIdempotency, IDEMPOTENCY_KEPT_MS } from './idempotency/idempotency.ts';
export { isIdempotencyKey } from './idempotency/key.ts';
export type { Once } from './idempotency/once.ts';
export { move } from './movements/move.ts';
export type { MoveDependencies } from './movements/move-request.ts';
export { movementOptions } from './movements/options.ts';
export { amountLeft, type RequestedMovement } from './movements/plan.ts';
export {
  type MovementOption,
  type MovementOptions,
  type MoveResult,
  refused,
  repeatedMove,
} from './movements/results.ts';
export {
  type CapturedSale,
  type CapturedSales,
  type ChangedSale,
  createCapturedSales,
} from './reading/captured-sales.ts';
export type { DayOfSales } from './reading/days.ts';
export { firstSaleAt, salesAlike, salesByName } from './reading/named-sales.ts';
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
export { type Attempt, chargedAttempt } from './rules/attempt.ts';
export type { RecoveryCase } from './rules/case.ts';
export type { Change, News, StatusChange } from './rules/change.ts';
export { withAttemptUnderWay } from './rules/events-of-change.ts';
export { fieldRefusal } from './rules/field-refusal.ts';
export type { Claim } from './rules/idempotency-key.ts';
export {
  type IntentionAddress,
  isDeniedTry,
  isPayable,
  isRefusedForGood,
  isUnpaid,
  lastTryOf,
  MAX_TRIES,
  resultAfterAttempt,
  summaryOfTries,
  type Tries,
  triesOf,
} from './rules/intention.ts';
export {
  type FormerIntention,
  type Members,
  readFormerOffers,
  readOffers,
  writeOffers,
} from './rules/kind.ts';
export { type Movement, newMovement } from './rules/movement.ts';
export type { Customer, Intention, Offer, Offered, Order } from './rules/order.ts';
export { ENGINE_REASONS } from './rules/reasons.ts';
export { transactionRefuse } from './rules/refusals.ts';
export { returnUrlOf } from './rules/return-url.ts';
export type { RowBeside } from './rules/row-beside.ts';
export { createRecoverySchedule } from './rules/schedule.ts';
export { STATUS_NAMES, statusText } from './rules/status-names.ts';
export { newResult, type Result, readStatus, Status, type Transaction } from './rules/transaction.ts';
export { wordText } from './rules/words.ts';
export { recordedAmount, type WrittenRecord, writeInOrder } from './rules/written.ts';
export { type CaseStore, createCaseStore } from './stores/case-store.ts';
export { retryChange } from './stores/change-until.ts';
export { closedAmong } from './stores/closed-among.ts';
export { ensureDays } from './stores/day-figures-store.ts';
export { type DemoSale, insertDemoSales, removeDemoSales } from './stores/demo-store.ts';
export { fillSearchColumns } from './stores/fill-search-columns.ts';
export { createIntentionStore, type IntentionStore } from './stores/intention-store.ts';
export { LinkUsedUp, type LinkUses } from './stores/link-uses.ts';
export type { Outbox, PlannedPostback } from './stores/outbox.ts';
export { reclaimRoom } from './stores/reclaim-room.ts';
export { createTransactionStore, type TransactionFilter, type TransactionStore } from './stores/store.ts';
export { createUnstoredOutcomes } from './stores/unstored-outcomes.ts';
export { waitingSales } from './stores/waiting.ts';
export { transactionMigrations } from './tables/migrations.ts';
