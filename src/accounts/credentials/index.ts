export { type Credential, ISSUED_KINDS, type IssuedKind, lastValidMoment } from './credential.ts';
export type { IssuedCredential } from './issue.ts';
export type { KeyHolder } from './key-holder.ts';
export type { Merchant } from './verify.ts';
