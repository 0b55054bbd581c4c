import { Secret } from '../../platform/secret.ts';
import { fitsBrand } from './numbers/brand.ts';
import { isCardNumber } from './numbers/card-number.ts';

/** The contents of a cardHash as the client wrote them; they go through the same checks as clear card fields. */
export interface CardHashContents {
  readonly number: Secret;
  readonly cvv: Secret | undefined;
  readonly expirationMonth: string | undefined;
  readonly expirationYear: string | undefined;
  readonly holderName: string | undefined;
  readonly brand: string | undefined;
}

const SEPARATED = /^(\d{8,24})\D(\d{0,6})\D(\d{1,2})\D(\d{2,4})$/u;
const DIGITS = /^\d+$/;
const MONTH = /^(?:0[1-9]|1[0-2])$/;
const MONTH_DIGITS = 2;
const MIN_NUMBER_DIGITS = 13;
const MAX_NUMBER_DIGITS = 19;

/**
 * Reads the decrypted plaintext in every accepted layout (docs/contract/decided.md 3); undefined when it matches none.
 * All layouts are tried on every plaintext, and none throws: the result of bad padding must take the same path as any
 * other text that is no card, so that timing reveals nothing about the padding.
 */
export function readCardHashContents(plaintext: Uint8Array): CardHashContents | undefined {
  const text = Buffer.from(plaintext.buffer, plaintext.byteOffset, plaintext.byteLength).toString().trim();
  const json = fromJson(text);
  const separated = fromSeparated(text);
  const digits = fromDigits(text);
  return json ?? separated ?? digits;
}

function fromJson(text: string): CardHashContents | undefined {
  const value = parse(text);
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return fromFields(value as Readonly<Record<string, unknown>>);
  if (value.length !== 4) return undefined;
  const [number, cvv, expirationMonth, expirationYear] = value;
  return fromFields({ number, cvv, expirationMonth, expirationYear });
}

/** The parser's error quotes the unreadable text: it is dropped here, never logged. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fromFields(fields: Readonly<Record<string, unknown>>): CardHashContents | undefined {
  const { number, cvv, expirationMonth, expirationYear, holderName, brand } = fields;
  const values = [number, cvv, expirationMonth, expirationYear, holderName, brand];
  if (!values.every(isValue) || isAbsent(number)) return undefined;
  return contents({
    number: String(number),
    cvv: textOf(cvv),
    expirationMonth: textOf(expirationMonth),
    expirationYear: textOf(expirationYear),
    holderName: textOf(holderName),
    brand: textOf(brand),
  });
}

/** Above 2^53 a JSON number has lost digits, so no card number can be read from it. */
function isValue(value: unknown): boolean {
  return isAbsent(value) || typeof value === 'string' || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function textOf(value: unknown): string | undefined {
  return isAbsent(value) ? undefined : String(value);
}

/** The four values in the order number, cvv, month, year, separated by any single character other than a digit. */
function fromSeparated(text: string): CardHashContents | undefined {
  const match = SEPARATED.exec(text);
  if (!match) return undefined;
  const [, number = '', cvv = '', expirationMonth = '', expirationYear = ''] = match;
  return contents({ number, cvv: textOf(cvv), expirationMonth, expirationYear });
}

interface Split {
  readonly yearDigits: 2 | 4;
  readonly cvvDigits: 3 | 4;
}

/** In order of preference. A two-digit year is tried only where no four-digit year fits. */
const SPLITS: readonly Split[] = [
  { yearDigits: 4, cvvDigits: 3 },
  { yearDigits: 4, cvvDigits: 4 },
  { yearDigits: 2, cvvDigits: 3 },
  { yearDigits: 2, cvvDigits: 4 },
];

/**
 * The four values without separators: year from the right, then month. The split whose number and security code fit a
 * brand and pass Luhn wins. If none does, the first split shows the caller which rule for cards is broken.
 */
function fromDigits(text: string): CardHashContents | undefined {
  if (!DIGITS.test(text)) return undefined;
  const readings = SPLITS.map((split) => readSplit(text, split)).filter((reading) => reading !== undefined);
  const reading = readings.find(fitsCard) ?? readings[0];
  return reading && contents(reading);
}

function readSplit(text: string, { yearDigits, cvvDigits }: Split): PlainContents | undefined {
  const yearAt = text.length - yearDigits;
  const monthAt = yearAt - MONTH_DIGITS;
  const cvvAt = monthAt - cvvDigits;
  if (cvvAt < MIN_NUMBER_DIGITS || cvvAt > MAX_NUMBER_DIGITS) return undefined;
  return {
    number: text.slice(0, cvvAt),
    cvv: text.slice(cvvAt, monthAt),
    expirationMonth: text.slice(monthAt, yearAt),
    expirationYear: text.slice(yearAt),
  };
}

function fitsCard({ number, cvv, expirationMonth, expirationYear }: PlainContents): boolean {
  if (!MONTH.test(expirationMonth ?? '')) return false;
  if (expirationYear?.length === 4 && !expirationYear.startsWith('20')) return false;
  return isCardNumber(number) && fitsBrand(number, cvv?.length ?? 0);
}

interface PlainContents {
  readonly number: string;
  readonly cvv: string | undefined;
  readonly expirationMonth: string | undefined;
  readonly expirationYear: string | undefined;
  readonly holderName?: string | undefined;
  readonly brand?: string | undefined;
}

function contents(plain: PlainContents): CardHashContents {
  return {
    number: new Secret(plain.number),
    cvv: plain.cvv === undefined ? undefined : new Secret(plain.cvv),
    expirationMonth: plain.expirationMonth,
    expirationYear: plain.expirationYear,
    holderName: plain.holderName,
    brand: plain.brand,
  };
}
