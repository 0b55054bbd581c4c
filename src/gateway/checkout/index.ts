export { registerIntentionRoutes } from './intention/routes.ts';
export { registerHostedPages } from './page/routes.ts';
export { createTryLimits } from './try-limits.ts';
