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
export { checkFaults, type Faults, faultAt, parseFaults } from './faults.ts';
export { adviceCode, type Decision, decide, decideAuthenticated, type Purchase } from './issuer.ts';
export { registerSimulatorRoutes } from './routes.ts';
export type { Scenario, WireAnswer } from './scenario.ts';
export { isScenario, plainScenario, scenarioNamed } from './scenarios.ts';
export { createSimulator, type Simulator } from './simulator.ts';
export { createSimulatorStorage, simulatorMigrations } from './store.ts';
export { authenticationOf, isTestCard, scenarioOfCard } from './test-cards.ts';
