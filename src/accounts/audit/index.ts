export type { ChainEnd } from './chain.ts';
export { type Actor, type AuditEntry, actorOf, actorOfUser, NOBODY } from './entry.ts';
export type { AuditFault } from './verify.ts';
export { verifyStoredAudit } from './verify-stored.ts';
