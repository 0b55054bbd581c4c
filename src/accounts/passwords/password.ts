import { argon2, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { Secret } from '../../platform/secret.ts';
import { refuseAccount } from '../refusals.ts';

export const PASSWORD_MIN_CHARACTERS = 12;
export const PASSWORD_MAX_CHARACTERS = 256;
const NONCE_BYTES = 16;

/** What one computation of argon2id costs; memory in KiB. */
export interface PasswordCost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

export interface PasswordOptions {
  /** Absent: the recommended cost. Tests, which set and check thousands of passwords, use less. */
  readonly passwordCost?: PasswordCost | undefined;
}

interface HashOptions extends PasswordOptions {
  readonly randomBytes: (size: number) => Buffer;
}

/** OWASP's recommendation for argon2id on a server: about 25 ms and 19 MiB for each check. */
const ADVISED_COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 };
const TAG_BYTES = 32;
const STORED = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

const CONTROL_OR_BROKEN = /[\p{Cc}\u{fffd}]/u;

const deriveTag = promisify(argon2);

/**
 * Throws `password_invalid` for a password that is too short, too long, or contains characters that nobody can type
 * again.
 */
export function checkPasswordRules(password: Secret): void {
  const text = password.reveal();
  const characters = [...text].length;
  const fits = characters >= PASSWORD_MIN_CHARACTERS && characters <= PASSWORD_MAX_CHARACTERS;
  if (!fits || CONTROL_OR_BROKEN.test(text)) throw refuseAccount('password_invalid');
}

/** Checked against when there is no password: takes as long as a wrong one, and no password matches it. */
export function nobodysPassword(cost = ADVISED_COST): string {
  return storedText(cost, Buffer.alloc(NONCE_BYTES), Buffer.alloc(TAG_BYTES));
}

/** The text that is stored, with its parameters: `$argon2id$v=19$m=…,t=…,p=…$nonce$tag`. */
export async function hashPassword(
  password: Secret,
  { randomBytes, passwordCost: cost = ADVISED_COST }: HashOptions,
): Promise<string> {
  checkPasswordRules(password);
  const nonce = randomBytes(NONCE_BYTES);
  return storedText(cost, nonce, await tagOf(password, { ...cost, nonce, tagLength: TAG_BYTES }));
}

function storedText({ memory, passes, parallelism }: PasswordCost, nonce: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(nonce)}$${unpadded(tag)}`;
}

/** Uses the parameters of the stored text, so that old passwords still work after the cost was raised. */
export async function verifyPassword(password: Secret, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = STORED.exec(stored) ?? [];
  if (!nonce || !tag) throw new Error('a stored password hash cannot be read');
  const expected = Buffer.from(tag, 'base64');
  const computed = await tagOf(password, {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tagLength: expected.length,
  });
  return timingSafeEqual(computed, expected);
}

interface TagParameters extends PasswordCost {
  readonly nonce: Buffer;
  readonly tagLength: number;
}

/** NFKC: the same password typed on another keyboard or system may consist of different code points. */
function tagOf(password: Secret, parameters: TagParameters): Promise<Buffer> {
  return deriveTag('argon2id', { ...parameters, message: password.reveal().normalize('NFKC') });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
