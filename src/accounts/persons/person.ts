import { refuseAccount } from '../refusals.ts';
import { type Document, readDocument } from './document.ts';

export const ROLES = ['seller', 'integrator', 'operator'] as const;
export type Role = (typeof ROLES)[number];

export const PERSON_STATUSES = ['waiting', 'active'] as const;
export type PersonStatus = (typeof PERSON_STATUSES)[number];

/** What happens to an approval that arrives after the sale was given up. */
export const LATE_APPROVALS = ['accept', 'undo'] as const;
export type LateApproval = (typeof LATE_APPROVALS)[number];

/** Longest name, trade name or e-mail (decisions 4). */
const MAX_TEXT_CHARACTERS = 255;
const CONTROL_CHARACTER = /\p{Cc}/u;

export interface Person {
  /** 1 … 2^53−1 */
  readonly id: number;
  readonly role: Role;
  readonly status: PersonStatus;
  /** CPF or CNPJ, upper case without punctuation. */
  readonly document: string;
  readonly legalPerson: boolean;
  readonly name: string;
  readonly tradeName: string | undefined;
  readonly email: string | undefined;
  /** The integrator that created the person. */
  readonly createdBy: number | undefined;
  readonly lateApproval: LateApproval;
  /** Milliseconds since 1970, as `activatedAt`. */
  readonly createdAt: number;
  readonly activatedAt: number | undefined;
}

export interface NewPerson {
  readonly role: Role;
  /** With or without punctuation. */
  readonly document: string;
  readonly name: string;
  readonly tradeName?: string | undefined;
  readonly email?: string | undefined;
  readonly createdBy?: number | undefined;
}

/** A waiting person, all but its id. Throws `document_invalid` or `text_invalid`. */
export function waitingPerson(
  input: NewPerson,
  rules: { readonly checkDocuments: boolean; readonly now: number },
): Omit<Person, 'id'> {
  const document: Document | undefined = readDocument(input.document, rules.checkDocuments);
  if (!document) throw refuseAccount('document_invalid', { field: 'document' });
  return {
    role: input.role,
    status: 'waiting',
    document: document.text,
    legalPerson: document.legalPerson,
    name: checkedText(input.name, 'name'),
    tradeName: input.tradeName === undefined ? undefined : checkedText(input.tradeName, 'tradeName'),
    email: input.email === undefined ? undefined : checkedText(input.email, 'email'),
    createdBy: input.createdBy,
    lateApproval: 'accept',
    createdAt: rules.now,
    activatedAt: undefined,
  };
}

function checkedText(text: string, field: string): string {
  const trimmed = text.trim();
  const fits = trimmed.length > 0 && trimmed.length <= MAX_TEXT_CHARACTERS;
  if (!fits || CONTROL_CHARACTER.test(trimmed)) throw refuseAccount('text_invalid', { field });
  return trimmed;
}
