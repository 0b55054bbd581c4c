import { createHmac } from 'node:crypto';
import type { Vault } from '../../platform/index.ts';
import { readDocument } from '../persons/document.ts';

/** What was typed as CPF or CNPJ, as one text for all its spellings; what is none is kept as typed. */
export function loginName(typed: string): string {
  return readDocument(typed, false)?.text ?? typed.trim().toUpperCase();
}

/** Under this failures are counted: people also type a password where their document belongs. */
export function loginHash(vault: Vault, name: string): string {
  return createHmac('sha256', vault.deriveKey('login')).update(name).digest('hex');
}
