import { isCardNumber } from '../../../src/gateway/card-data/numbers/card-number.ts';
import { schemeRules } from '../../../src/gateway/providers/abecs/index.ts';
import { RETRY_BY_CLASS } from '../../../src/gateway/providers/index.ts';

/** The beginnings of numbers that the sandbox approves. */
const BINS = { VISA: '423564', MASTERCARD: '544828', ELO: '506723' } as const;
/** With the others Cielo's sandbox decides by the number. */
const NEUTRAL_LAST_DIGITS = [...'014'];

/** What is to be answered to a refusal with a code. */
export interface SchemeLine {
  readonly brand: keyof typeof BINS;
  readonly code: string;
  readonly advice?: string;
  readonly mayRetry: string;
  readonly waitHours?: number | undefined;
}

/** Codes that no scheme has told the meaning of. */
export const UNKNOWN_ADVICE_LINES = ['55', '98', 'A7'].map(
  (advice): SchemeLine => ({ brand: 'MASTERCARD', code: '51', advice, mayRetry: 'no' }),
);

/** What the schemes decided since ABECS's table, advice that nobody knows, and advice that is not Mastercard's. */
export const SCHEME_LINES: readonly SchemeLine[] = [
  ...schemeRules.map(({ scheme, kind, code, declineClass, waitHours }): SchemeLine => {
    const brand = scheme as keyof typeof BINS;
    const mayRetry = RETRY_BY_CLASS[declineClass];
    return kind === 'response'
      ? { brand, code, mayRetry }
      : { brand, code: '51', advice: code, mayRetry, waitHours };
  }),
  ...UNKNOWN_ADVICE_LINES,
  { brand: 'VISA', code: '51', advice: '03', mayRetry: 'later' },
];

/** Visa's categories, with what ABECS says of their codes: the stricter of both counts. */
export const VISA_CODES = {
  /** Category 1: never again. */
  never: '04 07 41 43 46 57 R0 R1 R3',
  /** Category 1 too: what has to change is the number, or the shop's set-up, and never again as it is. */
  neverUnchanged: '12 14 15',
  later: '05 51 59 61 62 63 65 70 75 78 83 91 96 1A 5C 9G N4 Z5',
  afterChange: '01 03 13 19 39 52 53 54 55 58 82 86 6P N7',
  /** Of category 2, and irreversible for ABECS. */
  forGoodInBrazil: '93 N3',
} as const;

/** A number of its own for each index, that nothing but what is forced decides about. */
export function numberOf(brand: keyof typeof BINS, index: number): string {
  for (let add = 0; add < NEUTRAL_LAST_DIGITS.length * 10; add += 1) {
    const digits = `${BINS[brand]}7${String(index * 100 + add).padStart(8, '0')}`;
    const last = NEUTRAL_LAST_DIGITS.find((digit) => isCardNumber(digits + digit));
    if (last !== undefined) return digits + last;
  }
  throw new Error('no number');
}

export function said({ brand, code, advice }: SchemeLine): string {
  return advice === undefined ? `${brand} ${code}` : `${brand} ${code} with the advice ${advice}`;
}
