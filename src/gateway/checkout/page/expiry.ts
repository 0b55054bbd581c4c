/** The expiry of a card. */
export interface Expiry {
  /** Two digits. */
  readonly month: string;
  /** Two digits, or four. */
  readonly year: string;
}

const MONTH_FIRST = /^(0?[1-9]|1[0-2])\D{1,3}((?:20)?\d\d)$/;
const YEAR_FIRST = /^(20\d\d)\D{0,3}(0?[1-9]|1[0-2])$/;
/** Without anything between: the month has two digits if it can. */
const DIGITS = [/^(0[1-9]|1[0-2])((?:20)?\d\d)$/, /^([1-9])((?:20)?\d\d)$/] as const;

/**
 * Month and year in every form that people type and browsers fill in (the page's script and the browser library's frame read
 * the same). Undefined for anything else.
 */
export function readExpiry(typed: string): Expiry | undefined {
  const text = typed.trim();
  const [, month, year] =
    MONTH_FIRST.exec(text) ??
    DIGITS[0].exec(text) ??
    swapped(YEAR_FIRST.exec(text)) ??
    DIGITS[1].exec(text) ??
    [];
  return month === undefined || year === undefined ? undefined : { month: month.padStart(2, '0'), year };
}

function swapped(found: RegExpExecArray | null): readonly (string | undefined)[] | undefined {
  return found ? [found[0], found[2], found[1]] : undefined;
}

/** Whether the card's last month is over everywhere on earth. */
export function isExpired({ month, year }: Expiry, now: number): boolean {
  const last = new Date(now - DAY_MS);
  const months = (2000 + Number(year.slice(-2)) - last.getUTCFullYear()) * 12 + Number(month) - 1;
  return months < last.getUTCMonth();
}

const DAY_MS = 24 * 60 * 60_000;
