export {
  CHARGE_DUE_AFTER_MS,
  CHARGE_RECHECK_MS,
  type Charge,
  type ChargeCustomer,
  type ChargeResult,
  type ChargeState,
  type ChargeStatus,
  ChargeUnsettled,
  type GatewayCharges,
  isFinalRefusal,
  isSellerInactive,
  type PageCharge,
  type PageKind,
  type PixToCharge,
  type PixToShow,
  planTransactionId,
  type RefundOutcome,
  retryLimitOf,
} from './charge.ts';
export { chargeJobs, createSettleNow } from './job.ts';
export {
  findCharge,
  findCharges,
  insertCharge,
  markChargesDue,
  setCard,
  setTransaction,
} from './store.ts';
export {
  CHARGES,
  type ChargeTables,
  chargeMigrations,
  LONGEST_CHARGE_WAIT_MS,
  WAITING_CHARGES,
} from './tables.ts';
