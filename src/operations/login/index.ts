export { registerPasswordPage } from './password-page/routes.ts';
export { loginOperations } from './routes.ts';
export { sessionOperations } from './session-routes.ts';
