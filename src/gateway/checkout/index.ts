export { registerIntentionRoutes } from './intention/routes.ts';
