import type { BookStorage } from './book.ts';
import type { BookCharge } from './charge.ts';

/** A book in memory, for hosts that store nothing and for tests. The oldest charges are dropped first. */
export function memoryStorage(maxCharges = 100_000): BookStorage {
  const charges = new Map<string, BookCharge>();
  /** Ids in the order of entry. */
  const byReference = new Map<string, readonly string[]>();
  const byChallenge = new Map<string, string>();

  const newest = (limit: number): readonly BookCharge[] => [...charges.values()].slice(-limit).toReversed();
  const forget = (charge: BookCharge): void => {
    charges.delete(charge.id);
    byChallenge.delete(charge.challenge);
    const left = (byReference.get(charge.reference) ?? []).filter((id) => id !== charge.id);
    if (left.length > 0) byReference.set(charge.reference, left);
    else byReference.delete(charge.reference);
  };

  return {
    async insert(charge) {
      charges.set(charge.id, charge);
      byReference.set(charge.reference, [...(byReference.get(charge.reference) ?? []), charge.id]);
      if (charge.challenge !== '') byChallenge.set(charge.challenge, charge.id);
      if (charges.size <= maxCharges) return;
      for (const oldest of charges.values()) {
        forget(oldest);
        break;
      }
    },
    async update(charge, expectedVersion) {
      if (charges.get(charge.id)?.version !== expectedVersion) return false;
      charges.set(charge.id, charge);
      return true;
    },
    byReference: async (reference) =>
      (byReference.get(reference) ?? []).flatMap((id) => charges.get(id) ?? []).toReversed(),
    byId: async (id) => charges.get(id),
    byChallenge: async (token) => charges.get(byChallenge.get(token) ?? ''),
    newest: async (limit) => newest(limit),
    newestReferences: async (limit) => newest(limit).map(({ reference }) => reference),
  };
}
