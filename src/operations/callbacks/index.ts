export type { NewCallback } from './callback.ts';
export { callbackOperations } from './routes.ts';
export { callbackMigrations } from './store.ts';
export { type Callbacks, createCallbacks } from './tell.ts';
