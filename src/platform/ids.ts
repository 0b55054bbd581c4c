import { randomUUIDv7 } from 'node:crypto';

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

const MAX_COUNT = 0xfff;
const TIME_DIGITS = 12;

/** When a UUID of version 7 was made, in milliseconds since 1970. */
export function timeOfUuid(uuid: string): number {
  return Number.parseInt(uuid.replace('-', '').slice(0, TIME_DIGITS), 16);
}

/** Smaller than every UUID of version 7 made at this time or later. */
export function firstUuidAt(ms: number): string {
  const digits = Math.max(0, ms).toString(16).padStart(TIME_DIGITS, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

/**
 * Makes UUIDs of version 7 that sort in the order in which one process made them, also within a millisecond: the
 * twelve bits after the time count. The rest is random.
 */
export function uuidMaker(now: () => number): () => string {
  let lastMs = 0;
  let count = 0;
  return () => {
    const ms = now();
    if (ms > lastMs) {
      lastMs = ms;
      count = 0;
    } else if (count < MAX_COUNT) {
      count += 1;
    } else {
      lastMs += 1;
      count = 0;
    }
    const time = lastMs.toString(16).padStart(TIME_DIGITS, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${count.toString(16).padStart(3, '0')}${randomUUIDv7().slice(18)}`;
  };
}
