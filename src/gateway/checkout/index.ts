export { registerIntentionRoutes } from './intention/routes.ts';
export { forgetLinkKeys } from './links/link-keys.ts';
export { newPaymentLink } from './links/new-payment-link.ts';
export { registerLinkPages } from './links/page-routes.ts';
export { linkStateOf, type PaymentLink } from './links/payment-link.ts';
export { registerPaymentLinkRoutes } from './links/routes.ts';
export {
  createLinkUses,
  createPaymentLinkStore,
  type PaymentLinkStore,
} from './links/store.ts';
export { checkoutMigrations } from './migrations.ts';
export type { TestPayer } from './page/test-payer.ts';
export { createAskPace } from './pix-page/ask-pace.ts';
export { registerPixPages } from './pix-page/routes.ts';
export { checkoutRefuse } from './refusals.ts';
export { registerHostedPages } from './routes.ts';
export { registerSaveCardPages } from './save-card/form-routes.ts';
export { registerTokenizationRoutes } from './save-card/routes.ts';
export { writeTokenization } from './save-card/wire.ts';
export { registerSlipFiles, slipPages } from './slip-page/slip-pages.ts';
export { WAITING_TRIES } from './tries/tables.ts';
export { createTryLimits, type HeldLimit, noTryLimits } from './tries/try-limits.ts';
