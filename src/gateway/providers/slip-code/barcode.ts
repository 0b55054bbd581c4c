import { generalDigit, modulo10 } from './check-digits.ts';
import { dueDateOf, dueFactorOf } from './due-factor.ts';

/** What a slip's barcode says. */
export interface SlipCode {
  /** Its number at the clearing house: 3 digits. */
  readonly bank: string;
  /** `YYYY-MM-DD`; undefined: due when it is shown. */
  readonly dueDate: string | undefined;
  /** Centavos, up to 99,999,999.99 reais. */
  readonly amount: number;
  /** 25 digits, of which each bank has its own use. */
  readonly freeField: string;
}

export type SlipCodeProblem =
  /** Neither a barcode of 44 digits nor a line of 47. */
  | 'no_slip'
  /** Of a public utility or a tax: they begin with 8, and no bank collects them. */
  | 'utility_bill'
  | 'wrong_check_digit'
  /** No slip of this service is in another currency. */
  | 'wrong_currency';

const REAL = '9';
const BARCODE = /^\d{44}$/;
const LINE = /^\d{47}$/;
const UTILITY_LINE = 48;
const WITHOUT_DUE_DATE = '0000';
const AMOUNT_DIGITS = 10;
/** Where the free field is cut into the first three fields of the line. */
const FREE_FIELD = 19;

/** The 44 digits of the barcode. `bank` has 3 digits and `freeField` 25; the amount fits into 10. */
export function writeBarcode({ bank, dueDate, amount, freeField }: SlipCode): string {
  const factor = dueDate === undefined ? WITHOUT_DUE_DATE : dueFactorOf(dueDate);
  const start = `${bank}${REAL}`;
  const rest = `${factor}${String(amount).padStart(AMOUNT_DIGITS, '0')}${freeField}`;
  return `${start}${generalDigit(start + rest)}${rest}`;
}

/** The 47 digits that are typed where a barcode cannot be read. */
export function typeableLineOf(barcode: string): string {
  const free = barcode.slice(FREE_FIELD);
  const fields = [barcode.slice(0, 4) + free.slice(0, 5), free.slice(5, 15), free.slice(15)];
  return `${fields.map((field) => field + modulo10(field)).join('')}${barcode.slice(4, FREE_FIELD)}`;
}

/** The barcode of a typeable line; a text that says why where it is none. Points and spaces are passed over. */
export function barcodeOf(line: string): string | SlipCodeProblem {
  const digits = digitsOf(line);
  if (!LINE.test(digits))
    return digits.startsWith('8') && digits.length === UTILITY_LINE ? 'utility_bill' : 'no_slip';
  const barcode = `${digits.slice(0, 4)}${digits.slice(32)}${digits.slice(4, 9)}${digits.slice(10, 20)}${digits.slice(21, 31)}`;
  return typeableLineOf(barcode) === digits ? barcode : 'wrong_check_digit';
}

/** Reads a barcode or a typeable line as the app of a bank does on that day. */
export function readSlipCode(text: string, today: string): SlipCode | SlipCodeProblem {
  const digits = digitsOf(text);
  const barcode = BARCODE.test(digits) ? digits : barcodeOf(digits);
  if (!BARCODE.test(barcode)) return barcode as SlipCodeProblem;
  if (barcode.startsWith('8')) return 'utility_bill';
  if (barcode[3] !== REAL) return 'wrong_currency';
  if (barcode[4] !== generalDigit(barcode.slice(0, 4) + barcode.slice(5))) return 'wrong_check_digit';
  return {
    bank: barcode.slice(0, 3),
    dueDate: dueDateOf(barcode.slice(5, 9), today),
    amount: Number(barcode.slice(9, FREE_FIELD)),
    freeField: barcode.slice(FREE_FIELD),
  };
}

/** As it is printed: `AAAAA.AAAAA BBBBB.BBBBBB CCCCC.CCCCCC D EEEEEEEEEEEEEE`. */
export function groupedLine(line: string): string {
  return line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

function digitsOf(text: string): string {
  return text.replaceAll(/[\s.-]/g, '');
}
