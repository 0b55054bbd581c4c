const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const SECONDS_BITS = 32n;
const NONCE_BITS = 24n;
const COUNTER_BITS = 24n;
const CHARACTERS = 16;

/**
 * Makes references of 16 characters (digits and capitals of Crockford's base 32, 80 bits) that are never equal:
 * seconds, a nonce of this process and a counter. They sort by time, so that an index on them grows at its end.
 */
export function referenceMaker(options: {
  now(): number;
  /** 0 to 2^24 - 1, random for each process. */
  nonce: number;
}): () => string {
  const nonce = BigInt.asUintN(Number(NONCE_BITS), BigInt(options.nonce));
  let counter = 0n;
  return () => {
    const seconds = BigInt.asUintN(Number(SECONDS_BITS), BigInt(Math.floor(options.now() / 1000)));
    counter = BigInt.asUintN(Number(COUNTER_BITS), counter + 1n);
    return toBase32((seconds << (NONCE_BITS + COUNTER_BITS)) | (nonce << COUNTER_BITS) | counter);
  };
}

function toBase32(value: bigint): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < CHARACTERS; index += 1) {
    text = (CROCKFORD[Number(rest & 31n)] ?? '') + text;
    rest >>= 5n;
  }
  return text;
}
