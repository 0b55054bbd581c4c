export { createLatePayments, isLate, type LatePayments } from './late-payments.ts';
export { type LatePayment, latePaymentMigrations } from './tables.ts';
