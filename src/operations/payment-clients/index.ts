export { paymentClientOperations } from './operations.ts';
export { registerPaymentClientRoutes } from './routes.ts';
export { simulatedPaymentClient } from './simulated.ts';
export { paymentClientMigrations } from './store.ts';
