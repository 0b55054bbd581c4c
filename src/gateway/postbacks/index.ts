export type { Tried } from './delivery.ts';
export { POSTBACK_STATES, postbackId, postbackRow, readPostbackId } from './postback.ts';
export { createPostbacks, type Postbacks } from './postbacks.ts';
export { postbackRefuse } from './refusals.ts';
export { createPostbackStore, type PostbackStore } from './store.ts';
export { POSTBACKS, type PostbackRow, postbackMigrations } from './tables.ts';
export { TRY_ENDS } from './try.ts';
