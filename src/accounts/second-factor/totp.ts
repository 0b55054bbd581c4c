import { createHmac, timingSafeEqual } from 'node:crypto';

/** RFC 6238 as authenticator apps implement it: SHA-1, 6 digits, 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
export const TOTP_SECRET_BYTES = 20;
/** Clocks of phones differ: the previous and the next step are accepted too. */
const TOLERATED_STEPS = [0, -1, 1] as const;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

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
  const current = Math.floor(now / 1000 / STEP_SECONDS);
  return TOLERATED_STEPS.map((offset) => current + offset).find(
    (step) => (lastStep === undefined || step > lastStep) && isSame(codeAt(secret, step), code),
  );
}

/** The code of a time step. */
export function codeAt(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const truncated = digest.readUInt32BE(offset) & 0x7fff_ffff;
  return String(truncated % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of a time, for displaying a code. */
export function stepAt(now: number): number {
  return Math.floor(now / 1000 / STEP_SECONDS);
}

/** What the QR code holds and an app reads (Key URI Format). */
export function keyUri(secret: Buffer, { issuer, account }: { issuer: string; account: string }): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}

/** RFC 4648, without padding: what a person types when the QR code cannot be read. */
export function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('');
}

function isSame(expected: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given));
}
