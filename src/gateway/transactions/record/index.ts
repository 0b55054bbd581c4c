export { type AttemptEnd, endOf } from './attempt.ts';
export {
  AUTHENTICATION_PATH,
  type Authentication,
  authenticationUrls,
  isToken,
  type Standing,
  standingOf,
  withUsablePage,
} from './authentication.ts';
export { type AuthenticationStore, createAuthenticationStore } from './authentication-store.ts';
export { AUTHENTICATION_LIMIT, createSchedule, newCase, type Schedule } from './case.ts';
export { type CaseStore, createCaseStore } from './case-store.ts';
export { type Change, changed, type MovementEnd } from './change.ts';
export { IdempotencyKeyTaken } from './change-store.ts';
export { createIdempotencyStore, type IdempotencyStore } from './idempotency-store.ts';
export { transactionMigrations } from './migrations.ts';
export { type Movement, type MovementOutcome, outcomeOf } from './movement.ts';
export { resultDone, resultNotDone, resultWaiting } from './movement-results.ts';
export type { Outbox, PlannedPostback } from './outbox.ts';
export { transactionRefuse } from './refusals.ts';
export type { EndedAttempt, NewAttempt } from './rows.ts';
export type { Finish } from './sale-store.ts';
export { STATUS_NAMES, statusText } from './status-names.ts';
export { createTransactionStore, type TransactionStore } from './store.ts';
export type { AuthenticationRow, AuthenticationTables } from './tables/authentications.ts';
export type { CaseRow, CaseTables } from './tables/cases.ts';
export type { Claim, IdempotencyRow, IdempotencyTables } from './tables/idempotency.ts';
export type { MovementRow, MovementState } from './tables/movements.ts';
export type { AttemptRow, AttemptState } from './tables/transactions.ts';
export {
  type Device,
  interestPlan,
  isCapturedAtOnce,
  mayMove,
  type Order,
  type Result,
  resultOf,
  Status,
  type Transaction,
} from './transaction.ts';
export { untilStored } from './until-stored.ts';
