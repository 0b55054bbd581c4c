import { isIP } from 'node:net';
import { isVisible } from '../../platform/text/visible-text.ts';

export const MAX_PASSKEYS_PER_USER = 10;
/** How long the browser may take over a challenge. */
export const CHALLENGE_LIFE_MS = 5 * 60_000;
const MAX_NAME_CHARACTERS = 60;

/** A WebAuthn credential of a user: a phone, a computer or a security key that confirms logins. */
export interface Passkey {
  readonly id: number;
  readonly userId: number;
  /** As its user calls it. */
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly lastUsedAt: number | undefined;
}

/** A passkey with what its answers are checked with. Nothing of it is secret. */
export interface PasskeyWithKey extends Passkey {
  /** As the browser calls it, base64url. */
  readonly credentialId: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  /** How often the authenticator was used, as it last said; 0 for one that does not count. */
  readonly counter: number;
  /** Ways to reach the authenticator (`internal`, `usb`, …), given back to the browser as it named them. */
  readonly transports: readonly string[];
}

/** The site that passkeys are bound to (WebAuthn: relying party). */
export interface RelyingParty {
  readonly id: string;
  readonly origin: string;
}

/**
 * The relying party at a public address. Undefined where browsers offer no passkeys: without https (except `localhost`),
 * and at an IP address, which cannot be a relying party.
 */
export function relyingPartyAt(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const secure = protocol === 'https:' || hostname === 'localhost';
  if (!secure || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { id: hostname, origin };
}

/** The name as it is stored; undefined for one that would be unreadable in a list. */
export function readPasskeyName(typed: string): string | undefined {
  const name = typed.trim();
  const readable = isVisible(name) && [...name].length <= MAX_NAME_CHARACTERS && !/\p{Cc}/u.test(name);
  return readable ? name : undefined;
}
