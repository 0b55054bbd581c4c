import { GuicheError } from './guiche-error.ts';

/** An RSA public key (RFC 8017, 3.1). */
export interface RsaPublicKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** Bytes of the modulus, which is also the length of a ciphertext. */
  readonly size: number;
}

const SEQUENCE = 0x30;
const INTEGER = 0x02;
const BIT_STRING = 0x03;
/** AlgorithmIdentifier of RSA keys: OID 1.2.840.113549.1.1.1 with NULL parameters (RFC 3279, 2.3.1). */
const RSA_ALGORITHM = '06092a864886f70d0101010500';
const PEM = /^\s*-----BEGIN PUBLIC KEY-----([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*$/;
const MIN_BYTES = 256;
const MAX_BYTES = 1024;
const MAX_EXPONENT = 2n ** 32n;

/**
 * Reads an RSA public key of 2048 bits or more from PEM, as SubjectPublicKeyInfo in DER. Anything else, even one extra
 * byte, is refused with `public_key_invalid`.
 */
export function readPublicKey(pem: string): RsaPublicKey {
  const [outer, ...afterKey] = valuesIn(bytesOf(pem));
  const [algorithm, bits, ...afterBits] = valuesIn(contentOf(outer, SEQUENCE));
  const rsa = contentOf(bits, BIT_STRING);
  if (hexOf(contentOf(algorithm, SEQUENCE)) !== RSA_ALGORITHM || rsa[0] !== 0) throw invalid();
  const [sequence, ...afterSequence] = valuesIn(rsa.subarray(1));
  const [n, e, ...afterIntegers] = valuesIn(contentOf(sequence, SEQUENCE));
  if (afterKey.length + afterBits.length + afterSequence.length + afterIntegers.length > 0) throw invalid();
  const modulus = integerOf(n);
  const exponent = integerOf(e);
  const size = hexOfInteger(modulus).length / 2;
  const isUsable = modulus % 2n === 1n && exponent % 2n === 1n && exponent > 1n && exponent < MAX_EXPONENT;
  if (!isUsable || size < MIN_BYTES || size > MAX_BYTES) throw invalid();
  return { modulus, exponent, size };
}

export function hexOfInteger(value: bigint): string {
  const digits = value.toString(16);
  return digits.length % 2 === 0 ? digits : `0${digits}`;
}

interface Tlv {
  readonly tag: number;
  readonly content: Uint8Array;
}

function bytesOf(pem: string): Uint8Array {
  const [, base64] = PEM.exec(pem) ?? [];
  if (base64 === undefined) throw invalid();
  try {
    return Uint8Array.from(atob(base64.replace(/\s/g, '')), (byte) => byte.charCodeAt(0));
  } catch {
    throw invalid();
  }
}

/** The values that fill these bytes, one after the other. */
function valuesIn(bytes: Uint8Array): readonly Tlv[] {
  const values: Tlv[] = [];
  let at = 0;
  while (at < bytes.length) {
    const { length, start } = lengthAt(bytes, at + 1);
    const end = start + length;
    if (end > bytes.length) throw invalid();
    values.push({ tag: bytes[at] as number, content: bytes.subarray(start, end) });
    at = end;
  }
  return values;
}

/** DER writes each length in the shortest form (X.690, 10.1); two bytes are enough for any key. */
function lengthAt(bytes: Uint8Array, at: number): { length: number; start: number } {
  const [first = -1, second = -1, third = -1] = bytes.subarray(at, at + 3);
  if (first >= 0 && first < 0x80) return { length: first, start: at + 1 };
  if (first === 0x81 && second >= 0x80) return { length: second, start: at + 2 };
  if (first === 0x82 && second > 0 && third >= 0) return { length: second * 256 + third, start: at + 3 };
  throw invalid();
}

function contentOf(value: Tlv | undefined, tag: number): Uint8Array {
  if (value?.tag !== tag) throw invalid();
  return value.content;
}

/** A positive integer in its shortest form. */
function integerOf(value: Tlv | undefined): bigint {
  const [first = 0x80, second = 0, ...rest] = contentOf(value, INTEGER);
  const isNegative = first >= 0x80;
  const isPadded = first === 0 && (second < 0x80 || rest.length === 0);
  if (isNegative || isPadded) throw invalid();
  return BigInt(`0x${hexOf(contentOf(value, INTEGER))}`);
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function invalid(): GuicheError {
  return new GuicheError('public_key_invalid', 'A chave pública recebida não pôde ser lida. Tente de novo.');
}
