export { declineOf } from './decline-of.ts';
export { createPayments, type IntendRequest, type Payments } from './payments.ts';
