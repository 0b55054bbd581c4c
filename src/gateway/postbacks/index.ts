export type { TraceAttempt } from './deliver.ts';
export { insertDemoPostbacks, removeDemoPostbacks } from './demo-store.ts';
export { oldPostbacks } from './old-postbacks.ts';
export { createPostbackOutbox, type PostbackOutbox } from './outbox.ts';
export { type NewPostback, POSTBACK_STATES, postbackId, readPostbackId } from './postback.ts';
export { createPostbacks, type Postbacks } from './postbacks.ts';
export { waitingPostbacks } from './queries.ts';
export { createPostbackStore, type PostbackStore, type Resent } from './store.ts';
export { type PostbackRow, postbackMigrations } from './tables.ts';
