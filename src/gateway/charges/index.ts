export { createChargeStore } from './charge-store.ts';
export type { ChargedKind, ChargedKinds } from './charged-kind.ts';
export { awaitedChargeMigrations, waitingCharges } from './charges-table.ts';
export { PAID_FOUND_BY, type PaidCharge } from './open-charge.ts';
export { CHARGE_REASONS } from './reasons.ts';
export { disputesIn, type ReturnRow } from './returns/returned.ts';
export { RETURNS, type ReturnTables, returnMigrations } from './returns/returns-table.ts';
