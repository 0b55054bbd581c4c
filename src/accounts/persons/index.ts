export type { PhotoChange } from './add.ts';
export { givenEmail, givenPhone } from './contact.ts';
export { formatDocument, readDocument } from './document.ts';
export type { PersonWithLink } from './hand-out-link.ts';
export { LINK_PATH } from './one-time-link.ts';
export {
  LATE_APPROVALS,
  MAX_POSTBACK_DELAY_SECONDS,
  PERSON_STATUSES,
  type Person,
  type PersonChanges,
  type PersonSettings,
  ROLES,
} from './person.ts';
export type { Address } from './profile.ts';
export type { RegistrationEvent } from './registration.ts';
export { documentWithin, type PersonEntry } from './store.ts';
