/** References kept in memory; beyond this, a new one replaces the oldest. */
const MAX_REFERENCES = 1_000_000;

interface Entry {
  attempts: number;
  taken: boolean;
}

export interface RepeatedReference {
  readonly merchant: string;
  readonly reference: string;
  /** Number of times that a sale with it was sent. */
  readonly attempts: number;
}

/**
 * The references that each merchant has used. It also counts how often each was sent, so
 * that a test can prove that none was sent twice.
 */
export interface ReferenceLedger {
  /** A sale with this reference was received and not rejected for its credentials or pace. */
  attempted(merchant: string, reference: string): void;
  /** It was rejected unprocessed after all: the same call may be repeated. */
  rejected(merchant: string, reference: string): void;
  /** Marks the reference as used, atomically; false when it was used before. */
  take(merchant: string, reference: string): boolean;
  size(): number;
  /** Those that were sent more than once. */
  repeated(): readonly RepeatedReference[];
}

export function createReferenceLedger(max = MAX_REFERENCES): ReferenceLedger {
  const entries = new Map<string, Entry>();
  const repeated = new Map<string, RepeatedReference>();

  const entryOf = (key: string): Entry => {
    const known = entries.get(key);
    if (known) return known;
    const entry = { attempts: 0, taken: false };
    entries.set(key, entry);
    if (entries.size > max) entries.delete(entries.keys().next().value as string);
    return entry;
  };

  const count = (merchant: string, reference: string, change: 1 | -1): void => {
    const key = keyOf(merchant, reference);
    const entry = entryOf(key);
    entry.attempts += change;
    if (entry.attempts > 1) repeated.set(key, { merchant, reference, attempts: entry.attempts });
    else repeated.delete(key);
  };

  return {
    attempted: (merchant, reference) => count(merchant, reference, 1),
    rejected: (merchant, reference) => count(merchant, reference, -1),
    take(merchant, reference) {
      const entry = entryOf(keyOf(merchant, reference));
      if (entry.taken) return false;
      entry.taken = true;
      return true;
    },
    size: () => entries.size,
    repeated: () => [...repeated.values()],
  };
}

function keyOf(merchant: string, reference: string): string {
  return `${merchant} ${reference}`;
}
