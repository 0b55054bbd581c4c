export {
  type AfterAuthentication,
  type Authentication,
  type AuthenticationResult,
  authenticationAnswer,
  authenticationDecline,
  authenticationLimits,
  authorizationAfter,
  type BuyerAction,
  eciOf,
  resultOfChallenge,
} from './authentication.ts';
export { type Book, type BookStorage, createBook } from './book.ts';
export { type BookEntry, bookEntry } from './book-entry.ts';
export { type Challenge, type ChallengeView, createChallenge } from './challenge.ts';
export { challengePage } from './challenge-page.ts';
export type { Charge, Elapsed, Refund } from './charge.ts';
export {
  authenticationOfCharge,
  decidedAt,
  eciOfCharge,
  isAuthenticating,
  opened,
  refusedFor,
  resultOfCharge,
  settled,
} from './charge-authentication.ts';
export { authorizationCode, chargeIds, receiptNumber } from './charge-id.ts';
export {
  cancel,
  capture,
  finallyRefunded,
  isFinal,
  type Movement,
  queriesFail,
  refund,
  refundsOf,
  stateOf,
} from './charge-rules.ts';
export { chooseScenario } from './choose-scenario.ts';
export { checkFaults, type Faults, faultAt, parseFaults } from './faults.ts';
export { createForcedOutcomes, type ForcedOutcome, parseForced } from './forced-outcomes.ts';
export { adviceCode, type Decision, decide, decideAuthenticated, type Purchase } from './issuer.ts';
export { memoryStorage } from './memory-storage.ts';
export { awaitingBuyer, type BuyerWait, newCharge, type Sale } from './new-charge.ts';
export { findRefund, refundIdOf } from './refund-id.ts';
export { createRequestLog, type RequestLog } from './request-log.ts';
export { admitToSimulator, registerSimulatorRoutes } from './routes.ts';
export type { Scenario, WireAnswer } from './scenario.ts';
export { isScenario, plainScenario, scenarioNamed } from './scenarios.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
export { authenticationOf, isTestCard, scenarioOfCard } from './test-cards.ts';
