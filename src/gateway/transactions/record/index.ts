export {
  type Attempt,
  type AttemptState,
  attemptEnd,
  chargedAttempt,
  endedAttempt,
  isSuperseded,
  type NewAttempt,
  resolvedAttempt,
} from './attempt.ts';
export { ATTEMPTS, type AttemptTables } from './attempts-table.ts';
export {
  AUTHENTICATION_PATH,
  type Authentication,
  type AuthenticationPhase,
  authenticationUrls,
  isToken,
  phaseOf,
  withUsablePage,
} from './authentication.ts';
export { type AuthenticationStore, createAuthenticationStore } from './authentication-store.ts';
export { resultOf } from './authorization-results.ts';
export {
  newCase,
  type RecoveryCase,
  restarted,
} from './case.ts';
export { type CaseStore, createCaseStore, waitingCases } from './case-store.ts';
export type { CaseTables } from './cases-table.ts';
export { type Change, changed } from './change.ts';
export { retryChange } from './change-until.ts';
export { closedAmong } from './closed-among.ts';
export { changesOfDays } from './day-figures.ts';
export { addToDays, ensureDays } from './day-figures-store.ts';
export { detailText, wordText } from './detail-text.ts';
export { withAttemptUnderWay } from './events-of-change.ts';
export { fillSearchColumns } from './fill-search-columns.ts';
export { type Claim, type IdempotencyKey, IdempotencyKeyTaken } from './idempotency-key.ts';
export { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';
export {
  type IntentionAddress,
  isPayable,
  isRefusedForGood,
  isUnpaid,
  MAX_TRIES,
  resultAfterAttempt,
  summaryOfTries,
  type Tries,
  triesOf,
} from './intention.ts';
export { createIntentionStore, type IntentionStore } from './intention-store.ts';
export { LinkUsedUp, type LinkUses } from './link-uses.ts';
export { readMessage } from './message-text.ts';
export { transactionMigrations } from './migrations.ts';
export {
  endedMovement,
  isOpen,
  type Movement,
  type MovementKind,
  type MovementState,
  newMovement,
  type PlannedMovement,
} from './movement.ts';
export { resultDone, resultNotDone, resultWaiting } from './movement-results.ts';
export { MOVEMENTS, type MovementTables } from './movements-table.ts';
export { storedTransaction } from './new-sale-store.ts';
export {
  type CardPayment,
  type Customer,
  type Device,
  type Intention,
  interestPlan,
  isCapturedAtOnce,
  type KeptCard,
  type Order,
} from './order.ts';
export type { Outbox, PlannedPostback } from './outbox.ts';
export { reasonText } from './reason-text.ts';
export { reclaimRoom } from './reclaim-room.ts';
export { transactionRefuse } from './refusals.ts';
export { isLiveSale, saleStandOf, savedMaskOf } from './sale-of-card.ts';
export type { SalesByDayTables } from './sales-by-day-table.ts';
export { AUTHENTICATION_LIMIT, createRecoverySchedule, type RecoverySchedule } from './schedule.ts';
export { STATUS_NAMES, statusText } from './status-names.ts';
export {
  createTransactionStore,
  type TransactionFilter,
  type TransactionStore,
  transactionOf,
} from './store.ts';
export { type SentOutcome, type StoredOutcome, storeOutcome } from './store-outcome.ts';
export {
  canTransition,
  newResult,
  type Result,
  readStatus,
  Status,
  type Transaction,
} from './transaction.ts';
export { IS_DENIED, IS_REFUND, TRANSACTIONS, type TransactionTables } from './transactions-table.ts';
export { createUnstoredOutcomes, type UnstoredOutcomes } from './unstored-outcomes.ts';
