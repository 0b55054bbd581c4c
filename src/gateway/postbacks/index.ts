export { POSTBACK_STATES, postbackId, postbackRow, readPostbackId } from './postback.ts';
export { createPostbacks, type Postbacks } from './postbacks.ts';
export { createPostbackStore, type PostbackStore, type Resent } from './store.ts';
export { POSTBACKS, type PostbackRow, postbackMigrations } from './tables.ts';
