import { Secret } from 'otpauth';

/** The bytes of a TOTP secret as the panel shows it. */
export function fromBase32(text: string): Buffer {
  return Buffer.from(Secret.fromBase32(text).bytes);
}
