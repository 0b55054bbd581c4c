import { acquirerAccountMigrations } from './merchant-accounts/store.ts';
import { simulatorMigrations } from './simulator/index.ts';

export { codeFor, declineFor } from './abecs/index.ts';
export type {
  Attempt,
  AuthenticationRequest,
  AuthorizeOutcome,
  BuyerDevice,
  Capabilities,
  ChargeIds,
  ChargePicture,
  Connector,
  HostAnswer,
  InterestPlan,
  MinorUnits,
  MoveOutcome,
  PaymentKind,
  QueryOutcome,
  UndoOutcome,
} from './connector.ts';
export {
  createMerchantAccounts,
  type MerchantAccount,
  type MerchantAccounts,
} from './merchant-accounts/merchant-accounts.ts';
export { acquirerRefuse } from './refusals.ts';
export { type Acquirers, createAcquirers, LIVE_CONNECTORS, type Route } from './registry.ts';
export {
  createSimulator,
  createSimulatorStorage,
  isTestCard,
  parseFaults,
  registerSimulatorRoutes,
  type Simulator,
} from './simulator/index.ts';

export const acquirerMigrations = { ...acquirerAccountMigrations, ...simulatorMigrations };
