/** So that spreadsheets read what follows as UTF-8. */
export const BYTE_ORDER_MARK = '\u{feff}';
/** A cell that begins so would be taken for a formula. */
const FORMULA = /^[=+\-@\t\r]/;

/** A line of CSV as Brazilian spreadsheets take it. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cellText).join(';')}\r\n`;
}

function cellText(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
