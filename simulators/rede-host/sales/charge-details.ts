/** Fields that Rede returns for a sale and that the issuer engine's book does not have. Times in epoch ms. */
export interface ChargeDetails {
  readonly pv: string;
  readonly installments: number;
  readonly cardholderName: string | undefined;
  readonly softDescriptor: string | undefined;
  readonly subscription: boolean;
  /** ECI of an authentication that the merchant made elsewhere. */
  readonly externalEci?: number;
  readonly capturedAt?: number;
  /** When an uncaptured sale was released. */
  readonly releasedAt?: number;
}

export interface Details {
  of(tid: string): ChargeDetails | undefined;
  set(tid: string, details: ChargeDetails): void;
  change(tid: string, changes: Partial<ChargeDetails>): void;
}

/** Details of the newest `max` charges, as many as the book has. */
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
