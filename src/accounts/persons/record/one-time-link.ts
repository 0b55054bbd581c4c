import { fingerprint } from '../../../platform/fingerprint.ts';
import { Secret } from '../../../platform/secret.ts';

const TOKEN_BYTES = 32;
export const LINK_LIFE_MS = 72 * 60 * 60_000;
/** Where the page that sets the password answers. */
export const LINK_PATH = '/senha/';
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export interface OneTimeLink {
  /** The whole address. Whoever has it can set the password. */
  readonly url: Secret;
  readonly tokenHash: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function makeLink(from: {
  readonly publicUrl: string;
  readonly randomBytes: (size: number) => Buffer;
  readonly now: number;
}): OneTimeLink {
  const token = from.randomBytes(TOKEN_BYTES).toString('base64url');
  return {
    url: new Secret(`${from.publicUrl}${LINK_PATH}${token}`),
    tokenHash: fingerprint('link', token),
    expiresAt: from.now + LINK_LIFE_MS,
  };
}

/** What a token is looked up by; undefined for a text that cannot be one. */
export function tokenHash(token: string): string | undefined {
  return TOKEN.test(token) ? fingerprint('link', token) : undefined;
}
