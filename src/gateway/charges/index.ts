export { createChargeStore } from './charge-store.ts';
export { awaitedChargeMigrations, waitingCharges } from './charges-table.ts';
export { PAID_FOUND_BY, type PaidCharge } from './open-charge.ts';
export { CHARGE_REASONS } from './reasons.ts';
export { disputesIn } from './returns/returned.ts';
export { returnMigrations } from './returns/returns-table.ts';
