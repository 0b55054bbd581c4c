export { authenticationAnswer } from '../issuer/authentication.ts';
export { type Book, createBook } from '../issuer/book.ts';
export { type BookEntry, bookEntry } from '../issuer/book-entry.ts';
export { type ChallengeView, createChallenge } from '../issuer/challenge.ts';
export { challengePage } from '../issuer/challenge-page.ts';
export type { Charge, Refund } from '../issuer/charge.ts';
export {
  authenticationOfCharge,
  decidedAt,
  eciOfCharge,
  refusedFor,
  resultOfCharge,
} from '../issuer/charge-authentication.ts';
export { authorizationCode, chargeIds, receiptNumber } from '../issuer/charge-id.ts';
export {
  cancel,
  capture,
  isFinal,
  type Movement,
  queriesFail,
  refundsOf,
  stateOf,
} from '../issuer/charge-rules.ts';
export { chooseScenario } from '../issuer/choose-scenario.ts';
export { checkFaults, type Faults, parseFaults } from '../issuer/faults.ts';
export { createForcedOutcomes, type ForcedOutcome, parseForced } from '../issuer/forced-outcomes.ts';
export { adviceCode, type Decision, decide, decideAuthenticated, type Purchase } from '../issuer/issuer.ts';
export { memoryStorage } from '../issuer/memory-storage.ts';
export { awaitingBuyer, newCharge, type Sale } from '../issuer/new-charge.ts';
export { refundIdOf } from '../issuer/refund-id.ts';
export { createRequestLog, type RequestLog } from '../issuer/request-log.ts';
export type { Scenario, WireAnswer } from '../issuer/scenario.ts';
export { scenarioNamed } from '../issuer/scenarios.ts';
export { isTestCard } from '../issuer/test-cards.ts';
export { admitToSimulator, registerSimulatorRoutes } from './routes.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
