/** What moves the money of a till: a sale, its cancel, and cash that is put in (suprimento) or taken out (sangria). */
export const ENTRY_KIND = { sale: 1, refund: 2, supply: 3, withdrawal: 4 } as const;
export type EntryKind = (typeof ENTRY_KIND)[keyof typeof ENTRY_KIND];

/** The payment method whose money lies in the drawer. */
export const CASH_METHOD = 41;

/**
 * The time from the opening of a terminal's till to its closing, with its cash in centavos. A terminal has one at a time:
 * it has one drawer.
 */
export interface Shift {
  readonly id: number;
  readonly personId: number;
  readonly terminalId: number;
  /** Who is at the till, where the shop has operators. */
  readonly operatorId: number | undefined;
  readonly openedAt: number;
  /** `user 3` */
  readonly openedBy: string;
  /** Cash for change, counted when it was opened. */
  readonly openingCash: number;
  /** Undefined: it is open. */
  readonly closedAt: number | undefined;
  readonly closedBy: string | undefined;
  /** Cash that was in the drawer when it was closed, and that should have been. */
  readonly countedCash: number | undefined;
  readonly expectedCash: number | undefined;
  /** What whoever closed it had to say. */
  readonly note: string | undefined;
}

/** One movement of a shift; append-only. */
export interface ShiftEntry {
  readonly shiftId: number;
  readonly kind: EntryKind;
  /** The sale, or a number of the shift's own for cash put in or taken out. */
  readonly sourceId: number;
  readonly at: number;
  readonly methodId: number;
  /** Who sold. */
  readonly operatorId: number | undefined;
  /** Centavos, never negative. */
  readonly amount: number;
  /** `user 3`; of a sale: what changed it. */
  readonly origin: string;
  readonly note: string | undefined;
}

/** The entries of one kind, method and operator together. */
export interface ShiftSum {
  readonly kind: EntryKind;
  readonly methodId: number;
  readonly operatorId: number | undefined;
  readonly count: number;
  readonly amount: number;
}

interface Sum {
  readonly count: number;
  readonly amount: number;
}

/** Sales and their cancels. */
export interface Takings {
  readonly sales: Sum;
  readonly refunds: Sum;
}

/** What a shift came to. */
export interface ShiftReport {
  /** In the order of the methods' numbers. */
  readonly methods: readonly (Takings & { readonly methodId: number })[];
  /** Undefined: whoever was logged in. */
  readonly operators: readonly (Takings & { readonly operatorId: number | undefined })[];
  readonly supplies: Sum;
  readonly withdrawals: Sum;
  /** Cash that should be in the drawer. */
  readonly expectedCash: number;
}

export function reportOf(
  { openingCash }: Pick<Shift, 'openingCash'>,
  sums: readonly ShiftSum[],
): ShiftReport {
  const takings = sums.filter(({ kind }) => kind === ENTRY_KIND.sale || kind === ENTRY_KIND.refund);
  const byMethod = Map.groupBy(takings, ({ methodId }) => methodId);
  const byOperator = Map.groupBy(takings, ({ operatorId }) => operatorId);
  return {
    methods: [...byMethod]
      .map(([methodId, of]) => ({ methodId, ...takingsOf(of) }))
      .toSorted((one, other) => one.methodId - other.methodId),
    operators: [...byOperator]
      .map(([operatorId, of]) => ({ operatorId, ...takingsOf(of) }))
      .toSorted((one, other) => (one.operatorId ?? 0) - (other.operatorId ?? 0)),
    supplies: sumOf(sums, ENTRY_KIND.supply),
    withdrawals: sumOf(sums, ENTRY_KIND.withdrawal),
    expectedCash: openingCash + cashOf(sums),
  };
}

/** Counted less expected: below zero cash is missing. Undefined: not closed yet. */
export function differenceOf({
  countedCash,
  expectedCash,
}: Pick<Shift, 'countedCash' | 'expectedCash'>): number | undefined {
  return countedCash === undefined || expectedCash === undefined ? undefined : countedCash - expectedCash;
}

const SIGNS: Readonly<Record<EntryKind, 1 | -1>> = { 1: 1, 2: -1, 3: 1, 4: -1 };

/** Everything but cash goes past the drawer. */
function cashOf(sums: readonly ShiftSum[]): number {
  return sums
    .filter(({ methodId }) => methodId === CASH_METHOD)
    .reduce((total, { kind, amount }) => total + SIGNS[kind] * amount, 0);
}

function takingsOf(sums: readonly ShiftSum[]): Takings {
  return { sales: sumOf(sums, ENTRY_KIND.sale), refunds: sumOf(sums, ENTRY_KIND.refund) };
}

function sumOf(sums: readonly ShiftSum[], wanted: EntryKind): Sum {
  const of = sums.filter(({ kind }) => kind === wanted);
  return {
    count: of.reduce((total, { count }) => total + count, 0),
    amount: of.reduce((total, { amount }) => total + amount, 0),
  };
}
