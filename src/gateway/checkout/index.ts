export { registerIntentionRoutes } from './intention/routes.ts';
export { registerLinkPages } from './links/page-routes.ts';
export { registerPaymentLinkRoutes } from './links/routes.ts';
export { checkoutMigrations, createLinkUses, createPaymentLinkStore } from './links/store.ts';
export { registerHostedPages } from './page/routes.ts';
export { registerSaveCardPages } from './save-card/form-routes.ts';
export { registerTokenizationRoutes } from './save-card/routes.ts';
export { createTryLimits } from './try-limits.ts';
