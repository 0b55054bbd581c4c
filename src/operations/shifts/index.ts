export { recordInShift } from './record-sale.ts';
export {
  createSellerShifts,
  type ListedShift,
  type SellerShifts,
  type ShiftDetails,
} from './seller-shifts.ts';
export { CASH_METHOD, differenceOf, ENTRY_KIND, type ShiftEntry, type Takings } from './shift.ts';
export { findOpenShift } from './store.ts';
export { type ShiftTables, shiftMigrations } from './tables.ts';
