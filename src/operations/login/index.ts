export { registerPasswordPage } from './password-page/routes.ts';
export { loginOperations } from './routes.ts';
