import { sql } from 'kysely';
import { columnName } from './database/column-name.ts';

/**
 * Counts of sales and their sums in centavos, as both halves store them by day and the panel adds them up. A difference
 * may be negative.
 */
export interface Figures {
  readonly sales: number;
  /** Captured or credited sales and their value, even if refunded later. */
  readonly captured: number;
  readonly capturedSum: number;
  /** Sales that were refunded or are being refunded. */
  readonly refunded: number;
  readonly refundedSum: number;
}

export const NO_FIGURES: Figures = { sales: 0, captured: 0, capturedSum: 0, refunded: 0, refundedSum: 0 };

export const FIGURE_NAMES = Object.keys(NO_FIGURES) as readonly (keyof Figures)[];

/** The columns of figures, for `defineTable`. */
export const FIGURE_COLUMNS = {
  sales: 'bigint',
  captured: 'bigint',
  capturedSum: 'bigint',
  refunded: 'bigint',
  refundedSum: 'bigint',
} as const satisfies Record<keyof Figures, 'bigint'>;

/** Selects the sums of the columns, to be read by `readFigures`. */
export const SUMS_OF_FIGURES = [
  sumOf('sales'),
  sumOf('captured'),
  sumOf('capturedSum'),
  sumOf('refunded'),
  sumOf('refundedSum'),
] as const;

/** Figures of a selected row. PostgreSQL returns sums of bigint as text. */
export function readFigures(row: Figures): Figures {
  return {
    sales: Number(row.sales),
    captured: Number(row.captured),
    capturedSum: Number(row.capturedSum),
    refunded: Number(row.refunded),
    refundedSum: Number(row.refundedSum),
  };
}

/** Adds the other figures, or with sign -1 subtracts them. */
export function plus(one: Figures, other: Figures, sign: 1 | -1 = 1): Figures {
  return {
    sales: one.sales + sign * other.sales,
    captured: one.captured + sign * other.captured,
    capturedSum: one.capturedSum + sign * other.capturedSum,
    refunded: one.refunded + sign * other.refunded,
    refundedSum: one.refundedSum + sign * other.refundedSum,
  };
}

function sumOf<Name extends keyof Figures>(name: Name) {
  return sql<number>`sum(${sql.ref(columnName(name))})`.as<Name>(name);
}
