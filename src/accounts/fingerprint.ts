import { hash } from 'node:crypto';

/**
 * SHA-256 of a secret under its purpose: what is kept instead of the secret, 64 hexadecimal characters.
 * A plain hash is enough: every secret hashed here has at least 80 random bits, so there is no list to try.
 * The parts are told apart by NUL, which none but the last may hold.
 */
export function fingerprint(
  purpose: 'api' | 'checkout' | 'key' | 'link' | 'registration' | 'recovery' | 'session' | 'invitation',
  ...parts: readonly string[]
): string {
  return hash('sha256', ['guiche', purpose, ...parts].join('\0'));
}
