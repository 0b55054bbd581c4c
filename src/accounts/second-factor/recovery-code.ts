import { fingerprint } from '../../platform/fingerprint.ts';
import { Secret } from '../../platform/secret.ts';

export const RECOVERY_CODES = 10;
const CODE_BYTES = 10;
/** Without letters that are mistaken for digits. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const CODE_CHARACTERS = 16;
const GROUP = /.{4}/g;

/** One code as it is shown, `XXXX-XXXX-XXXX-XXXX`: some 78 random bits, so that a plain hash of it can be kept. */
export function makeRecoveryCode(randomBytes: (size: number) => Buffer): string {
  let number = BigInt(`0x${randomBytes(CODE_BYTES).toString('hex')}`);
  let text = '';
  for (let index = 0; index < CODE_CHARACTERS; index += 1) {
    text += ALPHABET[Number(number % BigInt(ALPHABET.length))];
    number /= BigInt(ALPHABET.length);
  }
  return (text.match(GROUP) ?? []).join('-');
}

/** The codes that a second factor brings, shown once. */
export function newRecoveryCodes(randomBytes: (size: number) => Buffer): readonly Secret[] {
  return Array.from({ length: RECOVERY_CODES }, () => new Secret(makeRecoveryCode(randomBytes)));
}

/** What is stored of the codes: a JSON array of their hashes. */
export function recoveryHashesOf(codes: readonly Secret[]): string {
  return JSON.stringify(codes.map((code) => recoveryCodeHash(code.reveal())));
}

/** The stored hash of a code, which may be typed in lower case, with or without hyphens and spaces. */
export function recoveryCodeHash(typed: string): string {
  return fingerprint('recovery', typed.toUpperCase().replace(/[\s-]/g, ''));
}

/** The hashes left after a code was used; undefined when it matches none. */
export function withoutUsed(hashes: readonly string[], typed: string): readonly string[] | undefined {
  const used = recoveryCodeHash(typed);
  return hashes.includes(used) ? hashes.filter((hash) => hash !== used) : undefined;
}
