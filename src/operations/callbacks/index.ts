export type { NewCallback } from './callback.ts';
export { type Callbacks, createCallbacks } from './notify.ts';
export { callbackOperations } from './routes.ts';
export { callbackMigrations } from './store.ts';
