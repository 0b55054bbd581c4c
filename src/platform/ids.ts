import { randomUUIDv7 } from 'node:crypto';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGIT = 32;
/** Characters of each half, of 40 bits: a number holds that many exactly. */
const HALF_CHARACTERS = 8;
const TWO_TO_8 = 2 ** 8;
const TWO_TO_16 = 2 ** 16;
const TWO_TO_24 = 2 ** 24;
const TWO_TO_32 = 2 ** 32;

/**
 * Makes references of 16 characters (digits and capitals of Crockford's base 32, 80 bits) that are never equal:
 * seconds, a nonce of this process and a counter. They sort by time, so that an index on them grows at its end.
 */
export function referenceMaker(options: {
  now(): number;
  /** 0 to 2^24 - 1, random for each process. */
  nonce: number;
}): () => string {
  const nonce = options.nonce % TWO_TO_24;
  const firstOfNonce = Math.floor(nonce / TWO_TO_16);
  const restOfNonce = nonce % TWO_TO_16;
  let counter = 0;
  let knownSecond = Number.NaN;
  let firstHalf = '';
  return () => {
    const second = Math.floor(options.now() / 1000) % TWO_TO_32;
    if (second !== knownSecond) {
      knownSecond = second;
      firstHalf = toBase32(second * TWO_TO_8 + firstOfNonce);
    }
    counter = (counter + 1) % TWO_TO_24;
    return firstHalf + toBase32(restOfNonce * TWO_TO_24 + counter);
  };
}

/** Writes a half, a whole number of at most 40 bits. */
function toBase32(half: number): string {
  let rest = half;
  let text = '';
  for (let index = 0; index < HALF_CHARACTERS; index += 1) {
    text = (CROCKFORD[rest % DIGIT] ?? '') + text;
    rest = Math.floor(rest / DIGIT);
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
  return `${digits.slice(0, 8)}-${digits.slice(8)}-0000-0000-000000000000`;
}

/** Smaller than every other UUID. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text is a UUID as the service writes it. PostgreSQL refuses a query for any other text in a column of ids. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
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
