import type { Adjustment } from './terms.ts';

/** A sale that was made through another system of the same shop. */
export interface ForeignSale {
  readonly tid: string;
  readonly pv: string;
  readonly at: number;
  readonly amount: number;
}

/** A debit that no sale is behind. */
export interface PlantedDebit {
  readonly pv: string;
  readonly day: string;
  readonly amount: number;
  readonly adjustment: Adjustment;
}

/** A dispute that a tester opened, or ended. */
export interface PlantedDispute {
  /** Undefined: it is opened by the card's magic number. */
  readonly openedOn: string | undefined;
  /** Of the sale, in centavos; undefined: all of it. */
  readonly amount: number | undefined;
  readonly outcome: DisputeOutcome | undefined;
  readonly endedOn: string | undefined;
}

export const DISPUTE_OUTCOMES = ['won', 'lost', 'no_impact'] as const;
export type DisputeOutcome = (typeof DISPUTE_OUTCOMES)[number];

/** What a tester made wrong, or unusual, in the statements. By the payments as they were agreed. */
export interface Planted {
  /** Points that are taken too much: of one sale, or (`''`) of all. */
  readonly fees: Map<string, number>;
  readonly suspended: Set<string>;
  readonly ceded: Set<string>;
  /** The day on which each was paid instead. */
  readonly anticipated: Map<string, string>;
  /** Told twice. */
  readonly duplicated: Set<string>;
  /** Neither listed nor paid. */
  readonly missing: Set<string>;
  /** Centavos by which the first sale of each was told wrong before. */
  readonly corrected: Map<string, number>;
  /** Sales whose first installment has its last two digits swapped. */
  readonly swapped: Set<string>;
  /** By sale. */
  readonly disputes: Map<string, PlantedDispute>;
  readonly foreign: ForeignSale[];
  readonly debits: PlantedDebit[];
}

export function nothingPlanted(): Planted {
  return {
    fees: new Map(),
    suspended: new Set(),
    ceded: new Set(),
    anticipated: new Map(),
    duplicated: new Set(),
    missing: new Set(),
    corrected: new Map(),
    swapped: new Set(),
    disputes: new Map(),
    foreign: [],
    debits: [],
  };
}
