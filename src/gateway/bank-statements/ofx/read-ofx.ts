import type { MinorUnits } from '../../providers/index.ts';
import { decodeOfx } from './decode-text.ts';
import { elementsNamed, type OfxElement, OfxTooLarge, partValue, readElements } from './elements.ts';

/** A movement of a bank account, as the bank wrote it. */
export interface BankLine {
  /** The bank's own number, unique in the account; of two with one number the second has `#2` behind it. */
  readonly fitId: string;
  /** The local day, `yyyy-MM-dd`. */
  readonly day: string;
  /** Below zero: it went out. */
  readonly amount: MinorUnits;
  readonly type: string;
  readonly memo: string;
}

export interface BankStatement {
  readonly bank: string;
  readonly branch: string;
  readonly account: string;
  readonly currency: string;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly lines: readonly BankLine[];
  /** Lines that could not be read: without a day or an amount. */
  readonly unread: number;
}

export type OfxFault = 'not_ofx' | 'no_statement' | 'too_large';

export const MAX_OFX_BYTES = 10 * 1024 * 1024;
const MAX_TEXT = 255;
const MAX_CENTAVOS = 999_999_999_999_999;
/** A comma is a decimal point at some banks; points between thousands are none. */
const AMOUNT = /^([+-]?)(\d{1,15}|\d{1,3}(?:\.\d{3})+(?=,)|\d{1,3}(?:,\d{3})+(?=\.))(?:[.,](\d{1,6}))?$/;

/** The statements in a file of a bank, of the old form (SGML) or the new one (XML). */
export function readOfx(bytes: Uint8Array): readonly BankStatement[] | OfxFault {
  if (bytes.length > MAX_OFX_BYTES) return 'too_large';
  const text = decodeOfx(bytes);
  if (!/<OFX[\s>]/i.test(text)) return 'not_ofx';
  try {
    const statements = elementsNamed(readElements(text), 'STMTRS').map(statementOf);
    return statements.length === 0 ? 'no_statement' : statements;
  } catch (error) {
    if (error instanceof OfxTooLarge) return 'too_large';
    throw error;
  }
}

function statementOf(element: OfxElement): BankStatement {
  const given = elementsNamed(element.parts, 'STMTTRN');
  const read = given.flatMap((one) => lineOf(one) ?? []);
  return {
    bank: cut(partValue(element, 'BANKACCTFROM', 'BANKID')),
    branch: cut(partValue(element, 'BANKACCTFROM', 'BRANCHID')),
    account: cut(partValue(element, 'BANKACCTFROM', 'ACCTID')),
    currency: cut(partValue(element, 'CURDEF')) || 'BRL',
    from: dayOf(partValue(element, 'BANKTRANLIST', 'DTSTART')),
    to: dayOf(partValue(element, 'BANKTRANLIST', 'DTEND')),
    lines: withNumbers(read),
    unread: given.length - read.length,
  };
}

function lineOf(element: OfxElement): BankLine | undefined {
  const day = dayOf(partValue(element, 'DTPOSTED'));
  const amount = amountOf(partValue(element, 'TRNAMT'));
  if (day === undefined || amount === undefined) return undefined;
  const memo = [partValue(element, 'NAME'), partValue(element, 'MEMO')].filter(Boolean).join(' ');
  return {
    fitId: cut(partValue(element, 'FITID')),
    day,
    amount,
    type: cut(partValue(element, 'TRNTYPE')).toUpperCase(),
    memo: cut(memo),
  };
}

/** Some banks give no number, or the same one to several: what tells them apart is then their place among equals. */
function withNumbers(lines: readonly BankLine[]): readonly BankLine[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const fitId = line.fitId || `${line.day} ${line.amount} ${line.memo}`.slice(0, MAX_TEXT);
    const count = (seen.get(fitId) ?? 0) + 1;
    seen.set(fitId, count);
    return { ...line, fitId: count === 1 ? fitId : `${fitId}#${count}` };
  });
}

/** `20261126`, `20261126100000[-3:BRT]`: the day as the bank writes it. */
function dayOf(text: string | undefined): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(text ?? '') ?? [];
  const day = `${year}-${month}-${date}`;
  const moment = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(day) ? day : undefined;
}

function amountOf(text: string | undefined): MinorUnits | undefined {
  const [, sign, whole, fraction = ''] = AMOUNT.exec(text?.replace(/\s/g, '') ?? '') ?? [];
  // A tenth of a centavo is no money of an account.
  if (whole === undefined || /[1-9]/.test(fraction.slice(2))) return undefined;
  const centavos = Number(`${whole.replace(/[.,]/g, '')}${fraction.slice(0, 2).padEnd(2, '0')}`);
  if (centavos > MAX_CENTAVOS) return undefined;
  return sign === '-' && centavos !== 0 ? -centavos : centavos;
}

function cut(text: string | undefined): string {
  return Array.from(text ?? '')
    .slice(0, MAX_TEXT)
    .join('')
    .replace(/\p{C}/gu, ' ')
    .trim();
}
