export { authenticationAnswer } from './authentication.ts';
export { type Book, createBook } from './book.ts';
export { type BookEntry, bookEntry } from './book-entry.ts';
export { type ChallengeView, createChallenge } from './challenge.ts';
export { challengePage } from './challenge-page.ts';
export type { Charge, Refund } from './charge.ts';
export {
  authenticationOfCharge,
  decidedAt,
  eciOfCharge,
  refusedFor,
  resultOfCharge,
} from './charge-authentication.ts';
export { authorizationCode, chargeIds, receiptNumber } from './charge-id.ts';
export {
  cancel,
  capture,
  isFinal,
  type Movement,
  queriesFail,
  refundsOf,
  stateOf,
} from './charge-rules.ts';
export { chooseScenario } from './choose-scenario.ts';
export { checkFaults, type Faults, parseFaults } from './faults.ts';
export { createForcedOutcomes, type ForcedOutcome, parseForced } from './forced-outcomes.ts';
export { adviceCode, type Decision, decide, decideAuthenticated, type Purchase } from './issuer.ts';
export { memoryStorage } from './memory-storage.ts';
export { awaitingBuyer, newCharge, type Sale } from './new-charge.ts';
export { refundIdOf } from './refund-id.ts';
export { createRequestLog, type RequestLog } from './request-log.ts';
export { admitToSimulator, registerSimulatorRoutes } from './routes.ts';
export type { Scenario, WireAnswer } from './scenario.ts';
export { scenarioNamed } from './scenarios.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
export { isTestCard } from './test-cards.ts';
