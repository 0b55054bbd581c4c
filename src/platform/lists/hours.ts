/** Zones change their offset on quarter hours only: sales of one belong to one local hour. */
export const QUARTER_HOUR_MS = 15 * 60_000;

/** Confirmed sales of one quarter of an hour, by the time of their creation. */
export interface QuarterFigures {
  /** Quarter hours since 1970. */
  readonly quarter: number;
  readonly captured: number;
  readonly capturedSum: number;
}

/** The hours of one local day. */
export interface HoursOfDay {
  readonly quarters: readonly QuarterFigures[];
  /** There were more sales than are looked at: those of the first hours are missing. */
  readonly bounded: boolean;
}

/** Sales of a day that are looked at for its hours. */
export const MAX_SALES_OF_DAY = 5_000;

/** The quarters as a database gives them, with the sales of each that were looked at: at most so many in all. */
export function readHours(
  rows: readonly {
    readonly quarter: number;
    readonly sales: number;
    readonly captured: number;
    readonly captured_sum: number;
  }[],
  most: number,
): HoursOfDay {
  return {
    quarters: rows.map(({ quarter, captured, captured_sum: sum }) => ({
      quarter: Number(quarter),
      captured: Number(captured),
      capturedSum: Number(sum),
    })),
    bounded: rows.reduce((sum, { sales: count }) => sum + Number(count), 0) >= most,
  };
}
