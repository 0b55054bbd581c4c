/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';
/** Spreadsheets would take a cell that begins like this for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of CSV in the format of Brazilian spreadsheets. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(';')}\r\n`;
}

function cellText(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
