/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';
/** Spreadsheets would take a cell that begins like this for a formula, also with full-width signs. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r\n])/u;
/** Separators of any country, and what a reader would drop. */
const TO_BE_QUOTED = /[;,"\t\r\n]|^\s|\s$/u;
/** Spreadsheets read such a cell as a number or a date: zeros in front and digits after the 15th would be lost. */
const READ_AS_NUMBER = /^[\p{L}\d][\p{L}\d ./:,+-]{0,199}$/u;

/** A cell that is a text whatever it looks like. */
export interface Identifier {
  readonly identifier: string;
}

/** Money, also below zero: a number, whatever it begins with. */
export interface Amount {
  readonly cents: number;
}

export type CsvCell = string | Identifier | Amount;

/** A line of CSV in the format of Brazilian spreadsheets. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(quoted).join(';')}\r\n`;
}

/** A number or code that names something: spreadsheets keep every digit of it. */
export function identifierCell(text: string | null): CsvCell {
  return { identifier: text ?? '' };
}

function quoted(cell: CsvCell): string {
  const text = textOfCell(cell);
  return TO_BE_QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function textOfCell(cell: CsvCell): string {
  if (typeof cell === 'string') return safeText(cell);
  return 'cents' in cell ? amountText(cell.cents) : identifierText(cell.identifier);
}

function amountText(cents: number): string {
  const amount = Math.abs(cents);
  const sign = cents < 0 ? '-' : '';
  return `${sign}${Math.trunc(amount / 100)},${String(amount % 100).padStart(2, '0')}`;
}

function safeText(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** `="00012"` is the only writing that spreadsheets keep as it is; programs take the text between the quotes. */
function identifierText(text: string): string {
  return /\d/.test(text) && READ_AS_NUMBER.test(text) ? `="${text}"` : safeText(text);
}
