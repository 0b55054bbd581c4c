/** What Rede tells of a sale beside what the issuer engine's book has of it. Times in epoch ms. */
export interface ChargeDetails {
  readonly pv: string;
  readonly installments: number;
  readonly cardholderName: string | undefined;
  readonly softDescriptor: string | undefined;
  readonly subscription: boolean;
  /** Of an authentication that the merchant had done elsewhere. */
  readonly externalEci?: number;
  readonly capturedAt?: number;
  /** When it was released before it was captured. */
  readonly releasedAt?: number;
}

export interface Details {
  of(tid: string): ChargeDetails | undefined;
  set(tid: string, details: ChargeDetails): void;
  change(tid: string, changes: Partial<ChargeDetails>): void;
}

/** Kept as long as the book keeps its charges. */
export function createDetails(max: number): Details {
  const kept = new Map<string, ChargeDetails>();

  return {
    of: (tid) => kept.get(tid),
    set(tid, details) {
      kept.set(tid, details);
      if (kept.size > max) kept.delete(kept.keys().next().value as string);
    },
    change(tid, changes) {
      const details = kept.get(tid);
      if (details) kept.set(tid, { ...details, ...changes });
    },
  };
}
