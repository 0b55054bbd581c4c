export type { ClientWorkOptions } from './client-work.ts';
export { paymentClientOperations } from './operations.ts';
export { PAIRING_LIVES_MS } from './pairing.ts';
export { registerPairingRoutes } from './pairing-routes.ts';
export { pairingMigrations } from './pairing-store.ts';
export { createPaymentClients, type PaymentClients, type Presence } from './payment-clients.ts';
export { registerPaymentClientRoutes } from './routes.ts';
export { simulatedPaymentClient } from './simulated.ts';
export { findNewestClients, type PaymentClientTables, paymentClientMigrations } from './store.ts';
