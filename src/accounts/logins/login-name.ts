import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/index.ts';
import { readDocument } from '../persons/document.ts';

/** The canonical form of a typed CPF or CNPJ; anything else is kept as typed. */
export function loginName(typed: string): string {
  return readDocument(typed, false)?.text ?? typed.trim().toUpperCase();
}

/** Failures are counted under it, hashed because people also type a password where their document belongs. */
export function loginHash(vault: Vault, name: string): string {
  return createHmac('sha256', vault.deriveKey('login')).update(name).digest('hex');
}
