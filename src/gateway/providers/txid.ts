import { createHash } from 'node:crypto';

const REFERENCE = /^[0-9A-HJKMNP-TV-Z]{16}$/;
const REFERENCE_LENGTH = 16;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * What a charge with our reference is called at a bank: 32 letters and digits (banks take 26 to 35, and never the same one
 * again for a receiver). The second half follows from the first, so that others' names are told from ours.
 */
export function txidOf(reference: string): string {
  if (!REFERENCE.test(reference)) throw new Error('no reference of a charge');
  const hash = createHash('sha256').update(`txid:${reference}`).digest();
  return reference + Array.from(hash.subarray(0, REFERENCE_LENGTH), (byte) => CROCKFORD[byte & 31]).join('');
}

/** Our reference of the charge that a bank calls so; undefined where no charge of ours can be meant. */
export function referenceOfTxid(txid: string): string | undefined {
  const reference = txid.slice(0, REFERENCE_LENGTH);
  return REFERENCE.test(reference) && txidOf(reference) === txid ? reference : undefined;
}
