import { Secret } from '../secret.ts';
import type { Vault } from './vault.ts';

/** Seals nothing, but so that a test sees what would be sealed, and in which context. */
export const OPEN_VAULT: Vault = {
  seal: (text, context) => `sealed as ${context}: ${text}`,
  open: (text, context) => {
    const before = `sealed as ${context}: `;
    if (!text.startsWith(before)) throw new Error(`not sealed as ${context}`);
    return new Secret(text.slice(before.length));
  },
  deriveKey: () => Buffer.alloc(32, 7),
};
