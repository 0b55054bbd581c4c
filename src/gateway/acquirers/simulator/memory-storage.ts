import type { BookStorage } from './book.ts';
import type { Charge } from './charge.ts';

/**
 * A book that lives as long as its process: for hosts that keep nothing, and for tests. Oldest charges go
 * first.
 */
export function memoryStorage(maxCharges = 100_000): BookStorage {
  const charges = new Map<string, Charge>();
  const newestFirst = (): readonly Charge[] => [...charges.values()].toReversed();

  return {
    async insert(charge) {
      charges.set(charge.id, charge);
      if (charges.size <= maxCharges) return;
      for (const oldest of charges.keys()) {
        charges.delete(oldest);
        break;
      }
    },
    async update(charge, expectedVersion) {
      if (charges.get(charge.id)?.version !== expectedVersion) return false;
      charges.set(charge.id, charge);
      return true;
    },
    byReference: async (reference) => newestFirst().filter((charge) => charge.reference === reference),
    byId: async (id) => charges.get(id),
    newest: async (limit) => newestFirst().slice(0, limit),
    newestReferences: async (limit) =>
      newestFirst()
        .slice(0, limit)
        .map(({ reference }) => reference),
  };
}
