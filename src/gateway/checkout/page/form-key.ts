import { randomBytes } from 'node:crypto';

const FORM_KEY_BYTES = 16;

/** Sent twice, a form with this key pays once. */
export function newFormKey(): string {
  return randomBytes(FORM_KEY_BYTES).toString('base64url');
}
