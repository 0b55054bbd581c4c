const FIRST_SIZE = 64 * 1024;
/** Up to this length a loop is quicker than a call into the runtime. */
const SHORT_TEXT = 32;
const MAX_ASCII = 0x7f;
const UTF8_BYTES = 3;
const TWO_TO_32 = 2 ** 32;

const HYPHEN = '-'.charCodeAt(0);
const NO_DIGIT = 16;
/** Values of hexadecimal digits by character code. */
const DIGITS: readonly number[] = Array.from({ length: MAX_ASCII }, (_, code) => {
  const digit = Number.parseInt(String.fromCharCode(code), 16);
  return Number.isNaN(digit) ? NO_DIGIT : digit;
});

/** Collects the bytes of messages, in one buffer that grows and is used again. */
export class ByteWriter {
  #bytes = Buffer.allocUnsafeSlow(FIRST_SIZE);
  #at = 0;

  get length(): number {
    return this.#at;
  }

  int8(value: number): void {
    this.#ensure(1);
    this.#bytes[this.#at] = value;
    this.#at += 1;
  }

  int16(value: number): void {
    this.#ensure(2);
    this.#at = this.#bytes.writeInt16BE(value, this.#at);
  }

  int32(value: number): void {
    this.#ensure(4);
    this.#at = this.#bytes.writeInt32BE(value, this.#at);
  }

  /** Throws a RangeError for anything but an integer that JavaScript counts exactly. */
  int64(value: unknown): void {
    if (!isExact(value)) throw new RangeError('a value is no integer that can be counted exactly');
    const high = Math.floor(value / TWO_TO_32);
    this.#ensure(8);
    this.#bytes.writeInt32BE(high, this.#at);
    this.#at = this.#bytes.writeUInt32BE(value - high * TWO_TO_32, this.#at + 4);
  }

  /** As UTF-8. */
  text(value: string): void {
    this.#ensure(value.length * UTF8_BYTES);
    if (value.length <= SHORT_TEXT && this.#ascii(value)) this.#at += value.length;
    else this.#at += this.#bytes.write(value, this.#at);
  }

  /** The bytes of hexadecimal digits, of which hyphens are left out. Returns how many they are; NaN when others stand there. */
  hex(value: string): number {
    this.#ensure(value.length);
    const start = this.#at;
    let high = -1;
    for (let index = 0; index < value.length; index += 1) {
      const code = value.charCodeAt(index);
      if (code === HYPHEN) continue;
      const digit = code < DIGITS.length ? (DIGITS[code] ?? NO_DIGIT) : NO_DIGIT;
      if (digit === NO_DIGIT) return Number.NaN;
      if (high < 0) high = digit;
      else {
        this.#bytes[this.#at] = high * 16 + digit;
        this.#at += 1;
        high = -1;
      }
    }
    return high < 0 ? this.#at - start : Number.NaN;
  }

  /** Writes a number into four bytes that were written before. */
  replace32(at: number, value: number): void {
    this.#bytes.writeInt32BE(value, at);
  }

  /** What was written, as bytes of their own; the writer is empty then. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#at));
    this.#at = 0;
    return taken;
  }

  /** Forgets what was written. */
  clear(): void {
    this.#at = 0;
  }

  /** False when there is another character among them. */
  #ascii(value: string): boolean {
    const bytes = this.#bytes;
    for (let index = 0, at = this.#at; index < value.length; index += 1, at += 1) {
      const code = value.charCodeAt(index);
      if (code > MAX_ASCII) return false;
      bytes[at] = code;
    }
    return true;
  }

  #ensure(more: number): void {
    const needed = this.#at + more;
    if (needed <= this.#bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#at);
    this.#bytes = larger;
  }
}

function isExact(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
