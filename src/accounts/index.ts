export { type Accounts, createAccounts } from './accounts.ts';
export { type Credential, ISSUED_KINDS, type IssuedKind } from './credentials/credential.ts';
export type { IssuedCredential } from './credentials/issue.ts';
export type { Merchant } from './credentials/verify.ts';
export type { DemoAccounts } from './demo.ts';
export { accountMigrations } from './migrations.ts';
export type { PersonWithLink } from './persons/hand-out-link.ts';
export { LATE_APPROVALS, PERSON_STATUSES, type Person, ROLES } from './persons/person.ts';
export { refuseAccount } from './refusals.ts';
