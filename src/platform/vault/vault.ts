import type { Secret } from '../secret.ts';

/**
 * Encrypts data at rest: private keys, acquirer secrets. AES-256-GCM with data keys that are encrypted under
 * the master key, so that a rotation re-encrypts only data keys.
 */
export interface Vault {
  /**
   * `context` names the row (`key_pair:42`) and is authenticated: a sealed text moved to another row cannot
   * be opened.
   */
  seal(plaintext: string, context: string): string;
  /** Throws if the text was changed, belongs to another context, or no configured master key opens its data key. */
  open(sealed: string, context: string): Secret;
  /** A key for HMACs, derived from the database's data key and a purpose: the same on every instance, also after a rotation. */
  deriveKey(purpose: string): Buffer;
}
