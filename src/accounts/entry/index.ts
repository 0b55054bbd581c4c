export type { NewCredential } from '../passkeys/add-passkey.ts';
export type { Passkey } from '../passkeys/passkey.ts';
export type { Visitor } from '../sessions/find-session.ts';
