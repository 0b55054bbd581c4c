import { GuicheError } from './guiche-error.ts';
import { hexOf, type RsaPublicKey } from './public-key.ts';

/** 00 02, at least eight random bytes other than zero, 00 (RFC 8017, 7.2.1). */
const PADDING_BYTES = 11;

export type RandomBytes = (bytes: Uint8Array<ArrayBuffer>) => Uint8Array;

/**
 * RSAES-PKCS1-v1_5, which WebCrypto does not support. No secret key is involved, so constant time is not needed: the
 * page knows the plain text anyway.
 */
export function encrypt(
  key: RsaPublicKey,
  message: Uint8Array,
  random: RandomBytes = (bytes) => crypto.getRandomValues(bytes),
): Uint8Array {
  const paddingLength = key.size - message.length - 3;
  if (message.length > key.size - PADDING_BYTES) {
    throw new GuicheError('card_too_long', 'O nome impresso no cartão é longo demais.', 'holderName');
  }
  const block = new Uint8Array(key.size);
  block[1] = 2;
  block.set(withoutZeros(paddingLength, random), 2);
  block.set(message, 3 + paddingLength);
  const cipher = power(BigInt(`0x${hexOf(block)}`), key)
    .toString(16)
    .padStart(key.size * 2, '0');
  return Uint8Array.from(cipher.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function withoutZeros(length: number, random: RandomBytes): Uint8Array {
  const bytes = random(new Uint8Array(length));
  for (let index = 0; index < length; index += 1) {
    while (bytes[index] === 0) bytes.set(random(new Uint8Array(1)), index);
  }
  return bytes;
}

/** Square and multiply, starting with the lowest bit of the exponent. */
function power(base: bigint, { modulus, exponent }: RsaPublicKey): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
