export { formatDocument } from '../../platform/text/document-text.ts';
export type { PhotoChange } from './add.ts';
export type { PersonWithLink } from './hand-out-link.ts';
export { givenEmail, givenPhone } from './record/contact.ts';
export { readDocument } from './record/document.ts';
export { LINK_PATH } from './record/one-time-link.ts';
export {
  FAILOVERS,
  LATE_APPROVALS,
  PERSON_STATUSES,
  type Person,
  type PersonChanges,
  type PersonSettings,
  RETRY_GUARDS,
  ROLES,
} from './record/person.ts';
export type { Address } from './record/profile.ts';
export type { RegistrationEvent } from './record/registration.ts';
export { documentWithin, type PersonEntry } from './record/store.ts';
