import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/vault/index.ts';
import { readDocument } from '../persons/document.ts';

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

/** Failures are counted under it, hashed because people also type a password where their document belongs. */
export function loginHash(vault: Vault, name: string): string {
  return createHmac('sha256', vault.deriveKey('login')).update(name).digest('hex');
}
