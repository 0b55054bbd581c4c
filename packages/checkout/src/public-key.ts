import { GuicheError } from './guiche-error.ts';

/** An RSA public key (RFC 8017, 3.1). */
export interface RsaPublicKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** Bytes of the modulus, which is also the length of a ciphertext. */
  readonly size: number;
}

/** AlgorithmIdentifier of RSA keys: OID 1.2.840.113549.1.1.1 with NULL parameters (RFC 3279, 2.3.1). */
const RSA_ALGORITHM = '300d06092a864886f70d0101010500';
const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/;
/** Hexadecimal digits before the modulus, up to its length and after it: 30 82 …, algorithm, 03 82 … 00, 30 82 …, 02 82. */
const LENGTH_AT = 60;
const MODULUS_AT = 64;
/** A positive integer in its shortest form (X.690, 8.3.2). */
const INTEGER = /^(?:00[89a-f]|[1-7]|0[1-9a-f])/;
const MIN_BYTES = 256;
const MAX_BYTES = 1024;
const MAX_EXPONENT = 2n ** 32n;

/**
 * Reads an RSA public key of 2048 bits or more from PEM, as SubjectPublicKeyInfo in DER. Anything else, even one extra
 * byte, is refused with `public_key_invalid`: DER writes a key in one way only, so what was read is written
 * again and compared.
 */
export function readPublicKey(pem: string): RsaPublicKey {
  const der = hexOf(bytesOf(pem));
  const end = MODULUS_AT + Number.parseInt(der.slice(LENGTH_AT, MODULUS_AT), 16) * 2;
  const [modulus, exponent] = [der.slice(MODULUS_AT, end), der.slice(end + 4)];
  const numbers = `${long('02', modulus)}02${hexOf([exponent.length / 2])}${exponent}`;
  const size = modulus.replace(/^00/, '').length / 2;
  const key = { modulus: integerOf(modulus), exponent: integerOf(exponent), size };
  const isWritten = der === long('30', RSA_ALGORITHM + long('03', `00${long('30', numbers)}`));
  const isUsable = key.modulus & key.exponent & 1n && key.exponent > 1n && key.exponent < MAX_EXPONENT;
  if (!isWritten || !isUsable || size < MIN_BYTES || size > MAX_BYTES) throw invalid();
  return key;
}

export function hexOf(bytes: ArrayLike<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A value whose length takes two bytes, as all of such a key's do but the exponent's. */
function long(tag: string, content: string): string {
  const length = content.length / 2;
  return `${tag}82${hexOf([length >> 8, length & 255])}${content}`;
}

function bytesOf(pem: string): Uint8Array {
  const [, base64 = ''] = PEM.exec(pem) ?? [];
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (byte) => byte.charCodeAt(0));
  } catch {
    throw invalid();
  }
}

function integerOf(hex: string): bigint {
  if (!INTEGER.test(hex)) throw invalid();
  return BigInt(`0x${hex}`);
}

function invalid(): GuicheError {
  return new GuicheError('public_key_invalid', 'A chave pública recebida não pôde ser lida. Tente de novo.');
}
