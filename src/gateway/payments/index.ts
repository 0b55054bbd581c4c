export type { SaleOfAnyKind } from './authorize.ts';
export { declineOf } from './decline-of.ts';
export { createPayments, type Payments } from './payments.ts';
export type { IntendRequest } from './requests.ts';
