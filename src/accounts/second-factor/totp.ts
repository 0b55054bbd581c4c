import { timingSafeEqual } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';

/** RFC 6238 as authenticator apps implement it. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
export const TOTP_SECRET_BYTES = 20;
/** Clocks of phones differ: the previous and the next step are accepted too. */
const TOLERATED_STEPS = [0, -1, 1] as const;

/**
 * The time step of a typed code; undefined for a wrong code, and for one of a step that was already used, so that a
 * code seen by others is of no use to them. `now` in milliseconds since 1970.
 */
export function acceptedStep(
  secret: Buffer,
  typed: string,
  { now, lastStep }: { readonly now: number; readonly lastStep: number | undefined },
): number | undefined {
  const code = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(code)) return undefined;
  return TOLERATED_STEPS.map((offset) => stepAt(now) + offset).find(
    (step) => (lastStep === undefined || step > lastStep) && isSame(codeAt(secret, step), code),
  );
}

/** The code of a time step. */
export function codeAt(secret: Buffer, step: number): string {
  return HOTP.generate({ ...KIND, secret: secretOf(secret), counter: step });
}

/** The step of a time, for displaying a code. */
export function stepAt(now: number): number {
  return TOTP.counter({ period: KIND.period, timestamp: now });
}

/** What the QR code holds and an app reads (Key URI Format). */
export function keyUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  return new TOTP({ ...KIND, issuer, label: account, secret: secretOf(secret) }).toString();
}

/** RFC 4648, without padding: what a person types when the QR code cannot be read. */
export function base32(bytes: Buffer): string {
  return secretOf(bytes).base32;
}

function secretOf(bytes: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(bytes).buffer });
}

function isSame(expected: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
