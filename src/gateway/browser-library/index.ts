export { refuseLibrary, registerBrowserLibrary } from './routes.ts';
