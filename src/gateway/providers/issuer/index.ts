/** What every simulated host needs: cards and their scenarios, the issuer's decision, the book, the buyer's page. */
export { type Book, type BookStorage, createBook, MAX_KNOWN_REFERENCES } from './book/book.ts';
export { type BookEntry, bookEntry } from './book/book-entry.ts';
export type { BookCharge, BookRefund, Elapsed } from './book/charge.ts';
export {
  authenticationOfCharge,
  decidedAt,
  eciOfCharge,
  refusedFor,
  resultOfCharge,
} from './book/charge-authentication.ts';
export { authorizationCode, chargeIds, receiptNumber } from './book/charge-id.ts';
export {
  type BookMovement,
  cancel,
  capture,
  finallyRefunded,
  findRefund,
  isFinal,
  queriesFail,
  refund,
  refundIdOf,
  refundsOf,
  stateOf,
  undone,
} from './book/charge-rules.ts';
export { hostRefusals } from './book/host-refusals.ts';
export { memoryStorage } from './book/memory-storage.ts';
export { awaitingBuyer, type BookSale, type BuyerWait, newCharge } from './book/new-charge.ts';
export { type Challenge, type ChallengeView, createChallenge } from './challenge/challenge.ts';
export { challengePage } from './challenge/challenge-page.ts';
export { adviceCode, type Decision, decide, decideAuthenticated, type Purchase } from './issuer.ts';
export { createRequestLog, type RequestLog } from './request-log.ts';
export {
  authenticationAnswer,
  authenticationDecline,
  authenticationLimits,
} from './scenarios/authentication.ts';
export { chooseScenario } from './scenarios/choose-scenario.ts';
export { checkFaults, type Faults, faultNames, parseFaults } from './scenarios/faults.ts';
export {
  createForcedOutcomes,
  type ForcedOutcome,
  type ForcedOutcomes,
  parseForced,
} from './scenarios/forced-outcomes.ts';
export type { Scenario, WireAnswer } from './scenarios/scenario.ts';
export { scenarioNamed } from './scenarios/scenarios.ts';
export { isTestCard, scenarioOfCard } from './scenarios/test-cards.ts';
