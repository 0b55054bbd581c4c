export { type Accounts, createAccounts } from './accounts.ts';
export type { ChainEnd } from './audit/chain.ts';
export { type Actor, type AuditEntry, actorOf, actorOfUser, NOBODY } from './audit/entry.ts';
export type { AuditFault } from './audit/verify.ts';
export { verifyStoredAudit } from './audit/verify-stored.ts';
export { givenEmail, givenPhone } from './contact.ts';
export { type Credential, ISSUED_KINDS, type IssuedKind, lastValidMoment } from './credentials/credential.ts';
export type { IssuedCredential } from './credentials/issue.ts';
export type { Merchant } from './credentials/verify.ts';
export type { DemoAccounts } from './demo.ts';
export type { OperatorLogin } from './logins/log-in-operator.ts';
export type { PasswordVerdict } from './logins/password-verdict.ts';
export { accountMigrations } from './migrations.ts';
export { blockOf, networkOf } from './network.ts';
export type { Written } from './options.ts';
export type { NewCredential } from './passkeys/add-passkey.ts';
export type { Passkey } from './passkeys/passkey.ts';
export type { KeyHolder } from './permission.ts';
export type { PhotoChange } from './persons/add.ts';
export { formatDocument, readDocument } from './persons/document.ts';
export type { PersonWithLink } from './persons/hand-out-link.ts';
export { LINK_PATH } from './persons/one-time-link.ts';
export {
  PASSWORD_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
  type PasswordCost,
} from './persons/password.ts';
export {
  LATE_APPROVALS,
  MAX_POSTBACK_DELAY_SECONDS,
  PERSON_STATUSES,
  type Person,
  type PersonChanges,
  type PersonSettings,
  ROLES,
} from './persons/person.ts';
export type { Address } from './persons/profile.ts';
export type { RegistrationEvent } from './persons/registration.ts';
export { documentWithin, type PersonEntry } from './persons/store.ts';
export { refuseAccount } from './refusals.ts';
export type { Visitor } from './sessions/find-session.ts';
export type { ShopSettings } from './shop-settings/shop-settings.ts';
export {
  permissionsOf,
  type TeamPermission,
} from './team/permissions.ts';
export { rolesOf, TEAM_ROLES, type TeamRole } from './team/role.ts';
export type { User } from './team/user.ts';
