export type { SlipAtAddress } from './at-address.ts';
export { type SlipBeside, slipBeside } from './beside.ts';
export { CHARGED_BY_SLIP } from './charged-by-slip.ts';
export { lastDueDay, mayFallDue } from './due-day.ts';
export { foundSlip } from './found.ts';
export { type ImportDependencies, importReturn } from './import-return.ts';
export type { LiveSlip } from './live-slip.ts';
export { mayBePaid } from './may-be-paid.ts';
export type { SlipChoice } from './offer/sale-of-offer.ts';
export {
  canBeMade,
  dueDayOf,
  isSlipOffer,
  type SlipOffer,
  slipOffer,
  slipOfferOf,
} from './offer/slip-offer.ts';
export { isSlipPayment, slipPaymentOf } from './payment.ts';
export type { SlipSale } from './prepare.ts';
export { SLIP_REASONS } from './reasons.ts';
export { refuseSlip } from './refusals.ts';
export { READ_RETURNS, returnFolderJob } from './return-folder.ts';
export { createSlips, type Slips } from './slip.ts';
export { slipKind } from './slip-kind.ts';
export { createSlipStore, type SlipStore } from './slip-store.ts';
export {
  createSlipsByDueDate,
  type ListedSlip,
  type SlipPlace,
  type SlipsByDueDate,
  type SlipsWanted,
} from './slips-by-due-date.ts';
export { slipMigrations } from './slips-table.ts';
export { readPayer, readSlip, readSlipTerms, typedPayer } from './wire/read.ts';
export { BankSlipBody, BankSlipRecord, SLIP_CUSTOMER, SlipOfferBody } from './wire/schema.ts';
export { writeSlip } from './wire/write.ts';
