export { registerBrowserLibrary } from './routes.ts';
