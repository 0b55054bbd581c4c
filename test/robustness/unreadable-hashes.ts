import { randomBytes, randomInt } from 'node:crypto';
import { encrypt, type PublicKeyRecord } from '../support/gateway-client.ts';
import { saleCall } from '../support/sale-calls.ts';
import { saleOf } from '../support/sales.ts';

export const CIPHER_BYTES = 256;
const MAX_PLAINTEXT_BYTES = 245;

export type MakeCipher = (key: PublicKeyRecord) => Buffer;

export const wellPaddedGarbage: MakeCipher = ({ publicKey }) =>
  encrypt(publicKey, randomBytes(randomInt(1, MAX_PLAINTEXT_BYTES + 1)));

/** 256 random bytes below any modulus: practically never well padded. */
export const badlyPadded: MakeCipher = () => {
  const cipher = randomBytes(CIPHER_BYTES);
  cipher[0] = 0;
  return cipher;
};

/** A sale whose card is this cipher, for this key. */
export const callWith = (key: PublicKeyRecord, cipher: Buffer) =>
  saleCall(saleOf({ cardInfo: { cardHash: cipher.toString('base64') + key.sessionKey } }));
