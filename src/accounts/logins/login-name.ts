import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/vault/index.ts';
import { readEmail } from '../persons/record/contact.ts';
import { readDocument } from '../persons/record/document.ts';

/** The canonical form of a typed CPF or CNPJ; anything else is kept as typed. */
export function loginName(typed: string): string {
  return readDocument(typed, false)?.text ?? typed.trim().toUpperCase();
}

/**
 * Whether a login in its canonical form may be looked for. People also type a password where their document belongs, and
 * the parameters of a statement may be logged by the database: what cannot be a document does not get that far.
 */
export function mayBeDocument(name: string, checkDigits: boolean): boolean {
  return readDocument(name, checkDigits && /[A-Z]/.test(name)) !== undefined;
}

/** What a member of a team typed: its e-mail, with the CPF or CNPJ of the shop before it or without. */
export interface MemberLogin {
  readonly email: string;
  readonly document: string | undefined;
}

const DOCUMENT_AND_EMAIL = /^(?:(.+?)\s+)?(\S+)$/;

/** Undefined for what is no e-mail: the login of a person. */
export function readMemberLogin(typed: string, checkDigits: boolean): MemberLogin | undefined {
  const [, before, last = ''] = DOCUMENT_AND_EMAIL.exec(typed.trim()) ?? [];
  const email = readEmail(last);
  if (email === undefined) return undefined;
  if (before === undefined) return { email, document: undefined };
  const document = loginName(before);
  return mayBeDocument(document, checkDigits) ? { email, document } : undefined;
}

/**
 * The name that a member's failures are counted under: other teams may have the same address, and whoever knows one
 * of its passwords must not end the lock of another. In small letters, unlike what was typed and is nobody's.
 */
export function memberName({
  personId,
  email,
}: {
  readonly personId: number;
  readonly email: string;
}): string {
  return `${personId} ${email}`;
}

/**
 * The same where the shop's document was typed before the e-mail. Not under one name with the e-mail alone: a lock of the
 * one that shows at the other would tell strangers in which shop an address logs in.
 */
export function memberOfShopName({
  document,
  email,
}: {
  readonly document: string;
  readonly email: string;
}): string {
  return `${document} ${email}`;
}

/** For any user, what the session counts under: a person's own login is its document. */
export function loginNameOf(
  user: { readonly personId: number; readonly email: string | undefined },
  person: { readonly document: string },
): string {
  const { personId, email } = user;
  return email === undefined ? person.document : memberName({ personId, email });
}

/** Failures are counted under it, hashed because people also type a password where their document belongs. */
export function loginHash(vault: Vault, name: string): string {
  return createHmac('sha256', vault.deriveKey('login')).update(name).digest('hex');
}
