import { joinMigrations } from '../../platform/database/index.ts';
import { healthMigrations } from './health/index.ts';
import { acquirerAccountMigrations } from './merchant-accounts/index.ts';
import { routingMigrations } from './routing/index.ts';
import { simulatorBankMigrations, simulatorCardMigrations, simulatorMigrations } from './simulator/index.ts';

export { codeFor, declineFor } from './abecs/index.ts';
export { changedIdentity, keepsSurplus, settingsProblem } from './account-settings.ts';
export {
  createLiveSlipBanks,
  createSlipBanks,
  isForSlips,
  SLIP_NOTICES,
  type SlipBanks,
  type SlipRoute,
  slipRoute,
} from './bank-slips/index.ts';
export { type BankTestResult, testBank } from './bank-test.ts';
export { type BankRoute, type Banks, bankRoute, createBanks, paymentRefunds } from './banks.ts';
export type { Capabilities, CardType, ChargeTerms, InterestPlan, MinorUnits } from './capabilities.ts';
export { LONGEST_REFUND_DAYS } from './capabilities.ts';
export type {
  AttemptCard,
  AuthenticationProof,
  AuthenticationRequest,
  AuthorizeRequest,
  BuyerDevice,
  CardAcquirer,
  CardOnFile,
  StoreCardOutcome,
  VerifyOutcome,
} from './card-acquirer.ts';
export {
  CHARGE_PAID,
  type ChargeProvider,
  PIX_KEY_KINDS,
  type PixKeyKind,
} from './charge-provider.ts';
export { checkSettings, connectorKindOf, readProvider } from './check-settings.ts';
export type { AcquirerNotice } from './connector-kind.ts';
export { declineCodes } from './decline-codes.ts';
export { secondTryAfter } from './fail-over/index.ts';
export type { AroundAcquirerCall, OnAcquirerCall } from './guard.ts';
export {
  type AccountHealth,
  createAccountHealth,
  createHealthStore,
  type HealthStore,
  healthKey,
  isAskedStill,
  readStands,
  type StandOf,
} from './health/index.ts';
export { isTestCard, parseFaults } from './issuer/index.ts';
export {
  createMerchantAccounts,
  type MerchantAccount,
  type MerchantAccounts,
} from './merchant-accounts/index.ts';
export {
  type AuthorizeOutcome,
  buyerPageOf,
  type ChargeSnapshot,
  DECLINE_CLASSES,
  type Decline,
  type DeclineClass,
  type HostAnswer,
  type MoveOutcome,
  type NextAction,
  type QueryOutcome,
  type RefundQueryOutcome,
  type RefundSnapshot,
  type RegisteredSlip,
  type SchemeIds,
  type ToldDispute,
} from './outcome.ts';
export { readPixNotice } from './pix-notice.ts';
export type {
  AccountSettings,
  ChargeIds,
  ChargeRoute,
  ChargeRoutes,
} from './provider.ts';
export { PROVIDER_REASONS } from './reasons.ts';
export type { ChargePayment, PaidDetails, PaymentReturn } from './received-payment.ts';
export { acquirerRefuse } from './refusals.ts';
export {
  ACCOUNT_KINDS,
  type Acquirers,
  capabilitiesOf,
  cardRoute,
  createAcquirers,
  createLiveBanks,
  createLiveConnectors,
  createLivePixAcquirers,
  createLiveStatements,
  isBank,
  limitsOfAccount,
  type Route,
  readAcquirerNotice,
  sellsIssuerPlanAsStore,
  takesPix,
  tellsChanges,
} from './registry.ts';
export { type KeptDecline, RETRY_BY_CLASS, type RetryAdvice, retryAdviceFor } from './retry-advice.ts';
export {
  accountsText,
  type CardToRoute,
  type Choice,
  conditionsText,
  createRoutingRules,
  type KeptVersion,
  momentOf,
  type NumberedRuleSet,
  PaymentToTry,
  parseRuleSet,
  type RoutingNote,
  type RoutingRules,
  type Rule,
  type RuleSet,
  RuleSetFile,
  type RulesOfOwner,
  type RulesOwner,
  readNote,
  readPaymentToTry,
  readRuleSet,
  routingText,
  splitKey,
} from './routing/index.ts';
export { missingAccounts, requireConnectors } from './rule-accounts.ts';
export {
  type BankNotice,
  createAheadStore,
  createBankStorage,
  createCardStorage,
  createSimulatedBank,
  createSimulator,
  createSimulatorStorage,
  oldCharges,
  oldPixCharges,
  registerSimulatorRoutes,
  type SimulatedBank,
  type Simulator,
  waitingAtBank,
} from './simulator/index.ts';
export { barWidths, groupedLine, modulo11 } from './slip-code/index.ts';
export { ReturnFault, type ReturnFile, readReturnFile } from './slip-returns/index.ts';
export {
  isPaidByBarcode,
  REFUND_BY_TRANSFER,
  SLIP_BUSY,
  type SlipAddress,
  type SlipBankTerms,
  type SlipCharges,
  type SlipDiscount,
  type SlipRequest,
} from './slips/slip-provider.ts';
export type {
  DebitKind,
  PayoutState,
  PayoutType,
  SaleDisputeState,
  StatementLine,
  StatementLineKind,
  StatementPayout,
  StatementPeriod,
  StatementQuestion,
  StatementSource,
} from './statements/index.ts';
export { type AccountTestResult, type TestCard, testAccount } from './test-account.ts';
export const acquirerMigrations = joinMigrations(
  acquirerAccountMigrations,
  simulatorMigrations,
  simulatorCardMigrations,
  simulatorBankMigrations,
  healthMigrations,
  routingMigrations,
);
export { referenceOfTxid, txidOf } from './txid.ts';
export {
  ABANDONED_AFTER_MS,
  isAbandoned,
  QUERY_EVERY_MS,
  QUERY_LIMIT_MS,
  QUERY_STEPS_MS,
  RECHECK_AFTER_MS,
  UNDO_LIMIT_MS,
  unbelievableForMs,
  weighNotFound,
} from './unknown-outcome.ts';
