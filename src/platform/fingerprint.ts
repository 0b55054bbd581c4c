import { hash } from 'node:crypto';

/**
 * SHA-256 of a secret and its purpose: stored in place of the secret, 64 hexadecimal characters. A plain hash is
 * enough: every secret hashed here has at least 80 random bits and cannot be guessed from a list. NUL separates the
 * parts; only the last may contain it.
 */
export function fingerprint(
  purpose: 'api' | 'checkout' | 'key' | 'link' | 'registration' | 'recovery' | 'session' | 'invitation',
  ...parts: readonly string[]
): string {
  return hash('sha256', ['guiche', purpose, ...parts].join('\0'));
}
