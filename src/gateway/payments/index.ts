export type { SaleOfAnyKind } from './authorize.ts';
export { declineOf } from './decline-of.ts';
export { createPayments, type IntendRequest, type Payments } from './payments.ts';
