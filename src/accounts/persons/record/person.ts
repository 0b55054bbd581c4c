import { DEFAULT_POSTBACK_DELAY_SECONDS } from '../../postback-delay.ts';
import { refuseAccount } from '../../refusals.ts';
import { type Document, readDocument } from './document.ts';
import { type Address, editedProfile, type ProfileChanges, requiredProfileText } from './profile.ts';

export const ROLES = ['seller', 'integrator', 'operator'] as const;
export type PersonRole = (typeof ROLES)[number];

/** `inactive`: its access was taken away. */
export const PERSON_STATUSES = ['waiting', 'active', 'inactive'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** What happens to an approval that arrives after the sale was given up. */
export const LATE_APPROVALS = ['accept', 'undo'] as const;
export type LateApproval = (typeof LATE_APPROVALS)[number];

/** What becomes of a try of a card that its scheme charges for: made and told, or refused. */
export const RETRY_GUARDS = ['warn', 'block'] as const;
export type RetryGuard = (typeof RETRY_GUARDS)[number];

/** Whether what the first acquirer did not charge is tried at a second one in the same request. */
export const FAILOVERS = ['on', 'off'] as const;
export type Failover = (typeof FAILOVERS)[number];

/** Settings chosen by the operator, or by the person in the panel. */
export type PersonSettings = Pick<
  Person,
  'lateApproval' | 'postbackDelaySeconds' | 'retryGuard' | 'failover'
>;

export interface Person {
  /** 1 … 2^53−1 */
  readonly id: number;
  readonly role: PersonRole;
  readonly status: PersonStatus;
  /** CPF or CNPJ, upper case without punctuation. */
  readonly document: string;
  readonly legalPerson: boolean;
  readonly name: string;
  readonly tradeName: string | undefined;
  readonly email: string | undefined;
  readonly phone1: string | undefined;
  readonly phone2: string | undefined;
  readonly address: Address | undefined;
  /** The photo kept by the photos room. */
  readonly photoId: string | undefined;
  /** The person whose key created this one: an integrator may act for those it created. */
  readonly createdBy: number | undefined;
  /**
   * Registered by somebody without a key: the number of such persons is limited while they wait, and they are deleted
   * in the end.
   */
  readonly keyless: boolean;
  readonly lateApproval: LateApproval;
  /** 0 to 60. */
  readonly postbackDelaySeconds: number;
  readonly retryGuard: RetryGuard;
  readonly failover: Failover;
  /** Milliseconds since 1970, as `activatedAt`. */
  readonly createdAt: number;
  readonly activatedAt: number | undefined;
}

export interface NewPerson extends ProfileChanges {
  readonly role: PersonRole;
  /** With or without punctuation. */
  readonly document: string;
  /** Absent: decided by the length of the document. */
  readonly legalPerson?: boolean | undefined;
  readonly name: string;
  readonly createdBy?: number | undefined;
  readonly keyless?: boolean | undefined;
}

/** A waiting person without an id. Throws `document_invalid` or `text_invalid`. */
export function waitingPerson(
  input: NewPerson,
  rules: { readonly checkDocuments: boolean; readonly now: number },
): Omit<Person, 'id'> {
  const document = requiredDocument(input.document, rules.checkDocuments);
  return {
    role: input.role,
    status: 'waiting',
    document: document.text,
    legalPerson: input.legalPerson ?? document.legalPerson,
    name: requiredProfileText(input.name, 'name'),
    ...editedProfile({}, input),
    photoId: undefined,
    createdBy: input.createdBy,
    keyless: input.keyless ?? false,
    lateApproval: 'accept',
    postbackDelaySeconds: DEFAULT_POSTBACK_DELAY_SECONDS,
    retryGuard: 'warn',
    failover: 'on',
    createdAt: rules.now,
    activatedAt: undefined,
  };
}

/** What an edit may change; what is undefined stays as it is, what is null is cleared. */
export interface PersonChanges extends ProfileChanges {
  readonly document: string;
  readonly legalPerson?: boolean | undefined;
  readonly name: string;
}

/** The person with the changes. Throws `document_invalid` or `text_invalid`. */
export function changedPerson(
  person: Person,
  changes: PersonChanges,
  rules: { readonly checkDocuments: boolean },
): Person {
  const document = requiredDocument(changes.document, rules.checkDocuments);
  const sameDocument = document.text === person.document;
  return {
    ...person,
    document: document.text,
    legalPerson: changes.legalPerson ?? (sameDocument ? person.legalPerson : document.legalPerson),
    name: requiredProfileText(changes.name, 'name'),
    ...editedProfile(person, changes),
  };
}

function requiredDocument(text: string, checkDocuments: boolean): Document {
  const document = readDocument(text, checkDocuments);
  if (!document) throw refuseAccount('document_invalid', { field: 'document' });
  return document;
}
